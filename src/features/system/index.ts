import { readSetting, writeSetting } from './settings.js';

export const systemStatements = [readSetting, writeSetting];
