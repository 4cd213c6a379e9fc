import type { Lexicon } from './lexicon.js';

export const tasks: Lexicon = {
  phrases: `to do, action item, next step, follow up, remember to, don't forget, do not forget, remind me, needs to,
    need to, has to, have to, must complete, must finish, due on, due by, due date, is due, deadline for, by the end
    of, before the end of, still open, still have to, to be done, work in progress, in progress, sign off, get back
    to, supposed to, waiting for, waiting on, assigned to, blocked by, set up a, plans to, wants to finish, muss
    noch, nicht vergessen, bis freitag, il faut, hay que, tiene que, pendiente de, make sure, agreed to, agreed that
    i, i will draft, i will send, to be completed, sign up for, get quotes, get rid of, look into, take care of,
    hand in, turn in, send out, goes out, drop off, pick up, find out, figure out, sort out, no later than, as soon
    as possible, before the deadline, waiting for approval, needs approval, needs review, next up, top priority, on
    my list, on the list, on hold, left to do, remains to, remaining work, assigned me, has been asked to, was asked
    to, promised to, committed to, should be done, should finish`,
  strong: `todo deadline reminder remind task checklist overdue backlog milestone pending unfinished assignment
    errand chore aufgabe tarea tâche frist outstanding asap to-do todos deadlines followup follow-up eod backlogged
    deliverable errands homework rewrite reschedule postpone incomplete`,
  weak: `finish complete submit due must should renew cancel prepare review schedule deliver draft urgent priority
    priorities book fix send translate clean organise organize goal plan next agenda feedback claim application visa
    form paperwork approve approval quote require required need apply arrange register proofread edit revise
    resubmit repair replace assemble investigate resolve track progress done open ticket step project`,
};

/** A memory that opens with one of these is an order to somebody: "Submit the tax return". */
export const OPENING_VERBS = `call send submit buy renew fix book finish review write email clean prepare check update
  schedule order pay pick return cancel complete organise organize ask contact draft print sign upload arrange bring
  collect confirm deliver file follow get invite pack plan post read register remove replace reply research test water`;
