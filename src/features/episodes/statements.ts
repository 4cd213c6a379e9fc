import type { AnyStatement } from '../../storage/statement.js';
import { appendEvent } from './append-statement.js';
import { eventsAround } from './around-statement.js';
import { closeEpisode, episodeToClose, silentEpisodes } from './close-statements.js';
import { listEpisodes, replayEpisode } from './list-statements.js';
import { searchEpisodes } from './search-statement.js';
import { startEpisode } from './start-statement.js';

export const episodeStatements: readonly AnyStatement[] = [
  startEpisode,
  appendEvent,
  episodeToClose,
  closeEpisode,
  silentEpisodes,
  listEpisodes,
  replayEpisode,
  searchEpisodes,
  eventsAround,
];
