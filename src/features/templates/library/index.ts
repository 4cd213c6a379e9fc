import type { Plan, Template } from '../template.js';
import { coding } from './coding.js';
import { customerService } from './customer-service.js';
import { personalAssistant } from './personal-assistant.js';
import { projectTeam } from './project-team.js';
import { research } from './research.js';
import { sales } from './sales.js';
import { tutor } from './tutor.js';

const PLANS: readonly Plan[] = [customerService, coding, research, sales, personalAssistant, tutor, projectTeam];

export const TEMPLATES: readonly Template[] = PLANS.map((plan) => ({ ...plan, aliases: [`${plan.id}-agent`] }));

export const templateOf = (name: string | null): Template | undefined =>
  TEMPLATES.find(({ id, aliases }) => name !== null && (id === name || aliases.includes(name)));
