import type { Template } from '../template.js';
import { coding } from './coding.js';
import { customerService } from './customer-service.js';
import { personalAssistant } from './personal-assistant.js';
import { projectTeam } from './project-team.js';
import { research } from './research.js';
import { sales } from './sales.js';
import { tutor } from './tutor.js';

export const TEMPLATES: readonly Template[] = [
  customerService,
  coding,
  research,
  sales,
  personalAssistant,
  tutor,
  projectTeam,
];

export const templateOf = (id: string | null): Template | undefined => TEMPLATES.find((one) => one.id === id);
