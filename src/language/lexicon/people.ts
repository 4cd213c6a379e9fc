import type { Lexicon } from './lexicon.js';

export const people: Lexicon = {
  phrases: `my sister, my brother, my mother, my father, my mom, my dad, my wife, my husband, my partner, my boss,
    my friend, my son, my daughter, my colleague, best friend, married to, engaged to, divorced from, reports to,
    works with, works as, works for, works at, in-law, father in law, mother in law, brother in law, sister in law,
    contact person, named after, grew apart, getting divorced, getting married, two kids, three kids, friend of,
    brother of, sister of, son of, daughter of, ceo of, head of, founder of, team lead, product lead, meine
    schwester, mein bruder, meine frau, mein mann, ma soeur, mon frère, mi hermana, mi hermano, mi esposa, been
    together, together for, in a relationship, dating since, leads the, runs the, handles the, in charge of,
    responsible for, takes care of, introduced me to, introduced us, went to school, used to work, years old, year
    old, passed away, looks after, gets along, close to her, close to his, my team, our team, my kids, my son's, my
    grandmother, my grandfather, my cousin, my aunt, my uncle, my neighbour, my neighbor, my ex`,
  strong: `sister brother mother father mom mum dad wife husband spouse fiancé fiancée boyfriend girlfriend daughter
    son uncle aunt cousin nephew niece grandmother grandfather grandma grandpa sibling twin parent grandparent child
    kid children colleague coworker roommate flatmate neighbour neighbor classmate friend boss manager mentor
    stepfather stepmother godmother godfather divorced married ceo cto cfo acquaintance ex-wife ex-husband remarried
    widow widower orphan bride groom fiance fiancee stepson stepdaughter stepsister stepbrother grandson
    granddaughter toddler teenager landlord landlady babysitter nanny au-pair supervisor teammate subordinate
    predecessor successor cofounder co-founder freund freundin mutter vater schwester bruder tochter sohn mère père
    soeur frère madre padre hermana hermano hijo hija mamá papá мама папа сестра брат жена муж`,
  weak: `partner family team lead teacher assistant lawyer nurse engineer director founder met name nickname person
    relationship baby guy woman man lady speak fluent nationality age old introduce contact supervisor intern report
    colleague client pet dog cat parent handle manage mentor coach trainer chef architect designer developer
    accountant consultant professor student pilot plumber carpenter electrician gardener doctor pastor priest
    journalist author artist actor singer musician politician hire retire resign promote born personality shy funny
    kind strict generous trust argue quarrel surname together girl boy people`,
};
