import { copyTies } from './copy-ties.js';
import { readDigest, writeDigest } from './digest-statements.js';
import {
  beginTransfer,
  cutOffTransfers,
  endTransfer,
  readTransfer,
  surveyPage,
  transferStep,
} from './transfer-statements.js';

export const transferStatements = [
  ...[surveyPage, beginTransfer, transferStep, copyTies, endTransfer, cutOffTransfers, readTransfer],
  ...[readDigest, writeDigest],
];
