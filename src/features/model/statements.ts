import { settleWindow } from './settle-statements.js';
import { modelState, switchModel, tellProgress, wantModel } from './state-statements.js';
import { attachBeside, beginWalk, lackingChanged, lackingWindow } from './work-statements.js';

export const modelStatements = [
  modelState,
  wantModel,
  tellProgress,
  switchModel,
  lackingWindow,
  lackingChanged,
  beginWalk,
  attachBeside,
  settleWindow,
];
