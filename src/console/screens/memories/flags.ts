/** At this risk or above, a text looks like instructions to an agent, and contexts leave it out. */
export const FLAGGED = 0.5;

export const KINDS = ['semantic', 'episodic', 'procedural', 'working', 'emotional'] as const;
export const OUTCOMES = ['success', 'failure', 'unknown'] as const;
