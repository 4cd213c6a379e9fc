import type { Lexicon } from './lexicon.js';

export const events: Lexicon = {
  phrases: `appointment on, appointment with, appointment at, meeting with, meeting on, meeting at, scheduled for,
    planned for, takes place, taking place, conference call, job interview, birthday party, next week, next month,
    last week, last weekend, last month, last night, new year's eve, is on, was on, flight to, trip to, went to,
    travel to, check in, starts at, begins at, leaves on, leaves at, arrives on, arrives at, going to, will attend,
    will travel, every monday, every tuesday, every wednesday, every thursday, every friday, every saturday, every
    sunday, next monday, next tuesday, next wednesday, next thursday, next friday, next saturday, next sunday,
    termin am, rendez-vous, cita el, reunión con, is set for, set for the, takes place on, will be held, was held,
    got cancelled, got postponed, moved to tuesday, moved to monday, this weekend, this morning, this afternoon,
    this evening, this friday, over easter, over christmas, two weeks ago, days ago, years ago, last year, last
    summer, last winter, last spring, next spring, next summer, next year, in the summer of, kicks off, due to
    start, launch date, release party, opening night, first day, got back from, returned from, came back from, on
    the way to, visited the, went on a, went hiking, was there, took part in, participated in, signed the lease on,
    happened on, there was a`,
  strong: `appointment meeting wedding birthday party conference concert festival ceremony graduation anniversary
    interview offsite webinar workshop holiday vacation flight celebrate celebration funeral reunion trip exhibition
    hochzeit geburtstag termin réunion mariage boda cumpleaños marathon launch standup stand-up retrospective
    kickoff kick-off keynote meetup meet-up hackathon picnic barbecue bbq gala premiere rehearsal recital brunch
    honeymoon cruise safari excursion pilgrimage expo summit seminar symposium parade carnival housewarming baptism
    christening festivities outing getaway`,
  weak: `attend class lesson event visit travel tomorrow yesterday tonight today weekend evening session match game
    tournament race dinner lunch date christmas easter happen ago call reservation departure arrival itinerary
    monday tuesday wednesday thursday friday saturday sunday hike hiked journey tour ticket guest invitation invite
    rsvp venue host opening premiere semester term season spring summer autumn winter january february march april
    june july august september october november december noon midnight morning afternoon clock schedule calendar
    reschedule postpone cancelled arrive depart train bus accident earthquake storm outage final show play
    performance speech talk`,
};
