import type { Lexicon } from './lexicon.js';

export const facts: Lexicon = {
  phrases: `capital of, founded in, was founded, invented by, discovered by, designed by, written by, known as,
    defined as, is the process, speed of light, sea level, consists of, made of, stands for, in the world, was
    built, was born, leap year, chemical symbol, official language, per second, degrees celsius, square kilometres,
    population of, is a type of, is a kind of, is a form of, are a kind of, is one of, a group of, ended the, began
    in, started in, won the, faster than, larger than, smaller than, heavier than, is made from, million years, per
    cent of, number of, inhabitants, has about, have about, means that, refers to, is named after, was named after,
    abbreviation for, acronym for, takes its name, light years, was signed, was published, was released in, belongs
    to the, is part of, are part of, most of, all of the, none of the`,
  strong: `capital celsius fahrenheit photosynthesis chemical hemisphere species planet galaxy century invention
    equation theorem molecule atom population continent encyclopedia constitution philosophy definition boils
    inhabitants rotates orbit gravity mammals reptile insect vertebrate bacteria dinosaur fossil volcano glacier
    treaty revolution dynasty pharaoh emperor medieval renaissance republic parliament monarchy democracy
    philosopher physicist mathematician nobel astronomy geology biology chemistry physics mathematics geometry
    algebra isotope electron proton neutron oxygen hydrogen carbon nitrogen helium uranium equator meridian tropic
    solstice etymology latin grammar vowel consonant`,
  weak: `process symbol degree founded highest largest longest deepest oldest smallest invent discover science
    history historic war empire king queen president treaty law theory language mountain river ocean animal plant
    mammal bird element metal water light energy speed distance temperature museum average approximately equal
    contain consist wall year day month million billion thousand volume sound air earth sun moon star venus mars
    jupiter saturn grass tree flower fish crow whale elephant penguin octopus bear wolf lion bee honey cell gene dna
    sky rain snow desert forest ancient modern author novel poem painting statue tower castle pyramid cathedral
    bridge battle ended began country nation border currency flag anthem alphabet letter number triangle circle
    angle sum ratio mass weight density pressure`,
};
