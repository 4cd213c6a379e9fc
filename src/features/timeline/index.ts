import { timeline } from './timeline.js';

export const timelineOperations = [timeline];
