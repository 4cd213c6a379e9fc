import assert from 'node:assert/strict';
import { test } from 'node:test';
import { questionsAbout, TOPIC, topicScore, topicThreshold, usualCosine } from './topic.js';

const askedAbout = (topic: string) => questionsAbout(topic).asked;

test('a topic is put to the reader as questions: a thing as "what" and "where", a clause in two forms', () => {
  assert.deepEqual(askedAbout('running shoes'), [
    "What is the user's running shoes?",
    "Where is the user's running shoes?",
  ]);
  assert.deepEqual(askedAbout('where Ola works'), ['Do you know where Ola works?', "What is the user's work?"]);
  assert.deepEqual(askedAbout('Where does she live?'), ['Where does she live?', "What is the user's live?"]);
  assert.deepEqual(askedAbout('where Ola is'), ['Do you know where Ola is?', "What is the user's Ola?"]);
  assert.deepEqual(askedAbout('who'), ['Do you know who?']);
});

test('a memory must answer both questions about a clause, but only one about a thing', () => {
  assert.equal(questionsAbout('where Ola works').of([5, -4]), -4, 'a clause: both must be answered');
  assert.equal(questionsAbout('home').of([5, -4]), 5, 'a thing or a place: one of them');
  assert.ok(topicScore(5, 0.1, 60) > topicScore(5, 0, 60));
});

test('among few memories a doubtful one is more likely to be about the topic', () => {
  assert.ok(topicScore(0, 0, 5) > topicScore(0, 0, 60));
  assert.equal(topicScore(0, 0, 60), topicScore(0, 0, 200));
});

test('the usual cosine is the median of many, and hardly moved by a few', () => {
  const many = Array.from({ length: 200 }, (_, at) => 0.3 + at / 1000);
  assert.ok(Math.abs(usualCosine(many) - 0.4) < 0.01);
  assert.ok(usualCosine([0.8]) < 0.5);
});

test('next to a clear match, a doubtful one does not count', () => {
  assert.equal(topicThreshold(0), TOPIC.from);
  assert.equal(topicThreshold(10), 10 - TOPIC.behind);
});
