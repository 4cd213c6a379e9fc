import { serveCompute } from './compute/thread.js';
import { parseTask } from './edge/http/body/parse-task.js';
import { composeTask } from './features/compress/compose-task.js';
import { nearDuplicatesTask } from './features/compress/near.js';
import { composeContext } from './features/context/compose-task.js';
import { sentencesTask, summaryTask } from './features/episodes/summary-tasks.js';
import { mapTask } from './features/graph/map-task.js';
import { composeProfile } from './features/ingest/profile-task.js';
import { statementsTask } from './features/ingest/statements-task.js';
import { duplicatesTask } from './features/insights/duplicates.js';
import { studyTask } from './features/insights/study-task.js';
import { readingTask } from './features/memories/reading/read-text.js';
import { digestTask } from './features/transfer/digest.js';

/** Everything the compute thread can do. */
serveCompute([
  parseTask,
  composeContext,
  readingTask,
  studyTask,
  duplicatesTask,
  statementsTask,
  composeProfile,
  mapTask,
  sentencesTask,
  summaryTask,
  composeTask,
  nearDuplicatesTask,
  digestTask,
]);
