import type { Stored, Use } from '../../src/features/predict/log.js';
import { DAY, HOUR, MINUTE } from '../../src/kernel/clock.js';

/**
 * People who use an assistant: topics of different sizes, habits at times of the day and week that are not always kept, projects that come and go,
 * routines that visit the same notes in the same order, questions asked twice, and chance. None of the prediction's own formulas are used here: what
 * the person is doing decides what is retrieved next.
 */
const DAYS = 60;
const STARTED = Date.UTC(2026, 0, 5); // a Monday

interface Topic {
  memories: string[];
  /** Fixed orders in which some of them are retrieved. */
  routines: string[][];
  skew: number;
}
interface Habit {
  topic: number;
  weekdays: Set<number>;
  hour: number;
  spread: number;
  kept: number;
  routine: boolean;
}

export function personsLog(random: () => number): { log: Use[]; stored: Stored[] } {
  const int = (from: number, to: number) => from + Math.floor(random() * (to - from + 1));
  const normal = () => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random());
  const pick = <T>(list: readonly T[]): T => list[Math.floor(random() * list.length)] as T;
  const weighted = (weights: readonly number[]) => {
    let at = random() * weights.reduce((sum, weight) => sum + weight, 0);
    const found = weights.findIndex((weight) => {
      at -= weight;
      return at < 0;
    });
    return Math.max(0, found);
  };
  const skewed = (topic: Topic) =>
    topic.memories[weighted(topic.memories.map((_, place) => (place + 1) ** -topic.skew))] as string;

  const stored: Stored[] = [];
  const newMemory = (at: number): string => {
    const id = `m${stored.length}`;
    stored.push({ id, at });
    return id;
  };
  /** Most were stored in the preceding months. */
  const oldMemory = () => newMemory(STARTED - DAY * (1 + random() * 90));
  const topics: Topic[] = Array.from({ length: int(7, 14) }, () => {
    const memories = Array.from({ length: int(8, 30) }, oldMemory);
    const routines = Array.from({ length: int(0, 2) }, () =>
      Array.from({ length: int(3, 5) }, () => pick(memories)).filter((id, i, all) => all.indexOf(id) === i),
    );
    return { memories, routines, skew: 0.5 + random() };
  });
  const habits: Habit[] = Array.from({ length: int(2, 4) }, () => ({
    topic: int(0, topics.length - 1),
    weekdays: new Set(pick([[0, 1, 2, 3, 4], [0, 1, 2, 3, 4, 5, 6], [5, 6], [int(0, 6)], [int(0, 6), int(0, 6)]])),
    hour: 7 + random() * 15,
    spread: 0.2 + random() * 0.8,
    kept: 0.5 + random() * 0.45,
    routine: random() < 0.6,
  }));
  const interest = topics.map(() => Math.exp(normal()));
  const neighbours = new Map<string, string[]>();
  const near = (id: string) => {
    const known = neighbours.get(id);
    if (known) return known;
    const own = topics.find((topic) => topic.memories.includes(id)) as Topic;
    const list = Array.from({ length: 12 }, () => (random() < 0.8 ? pick(own.memories) : pick(pick(topics).memories)));
    neighbours.set(id, list);
    return list;
  };
  /** What a search returns: the wanted memory, mostly first, among similar ones. */
  const handedOut = (wanted: string): string[] => {
    const others = near(wanted).filter((id) => id !== wanted && random() < 0.7);
    const ids = [...new Set(others)].slice(0, int(2, 9));
    ids.splice(random() < 0.75 ? 0 : int(1, 3), 0, wanted);
    return ids;
  };

  const log: Use[] = [];
  const session = (started: number, topicAt: number, routine: readonly string[]) => {
    let at = started;
    let topic = topics[topicAt] as Topic;
    let step = 0;
    let wanted = '';
    for (let left = int(1, 7); left >= 0; left--) {
      if (step < routine.length && random() < 0.85) wanted = routine[step++] as string;
      else if (wanted && random() < 0.1) wanted = `${wanted}`;
      else if (random() < 0.05) wanted = pick(pick(topics).memories);
      else {
        if (random() < 0.15) topic = topics[weighted(interest)] as Topic;
        wanted = skewed(topic);
      }
      log.push({ at: Math.round(at), ids: handedOut(wanted) });
      at += MINUTE * (0.3 + random() * 9);
    }
  };
  let project = { topic: 0, until: 0 };
  for (let day = 0; day < DAYS; day++) {
    const midnight = STARTED + day * DAY;
    for (const [i] of interest.entries()) interest[i] = (interest[i] as number) * Math.exp(0.12 * normal());
    if (day >= project.until && random() < 0.1) {
      project = { topic: int(0, topics.length - 1), until: day + int(5, 20) };
      const notes = Array.from({ length: int(1, 5) }, () => newMemory(midnight + 6 * HOUR));
      (topics[project.topic] as Topic).memories.unshift(...notes);
    }
    for (const habit of habits) {
      if (!habit.weekdays.has(day % 7) || random() > habit.kept) continue;
      const topic = topics[habit.topic] as Topic;
      const routine = habit.routine && topic.routines.length ? pick(topic.routines) : [];
      session(midnight + HOUR * (habit.hour + habit.spread * normal()), habit.topic, routine);
    }
    for (let n = int(0, 2); n > 0; n--) {
      const topic = day < project.until && random() < 0.5 ? project.topic : weighted(interest);
      session(midnight + HOUR * (7 + random() * 15), topic, []);
    }
    if (random() < 0.1) {
      const topic = pick(topics);
      topic.memories.splice(int(0, 3), 0, newMemory(midnight + DAY - 1));
    }
  }
  const inTime = (a: { at: number }, b: { at: number }) => a.at - b.at;
  return { log: log.sort(inTime), stored: stored.sort(inTime) };
}
