import { hash } from 'node:crypto';

/**
 * Sentences with an unambiguous feeling, written for this service: a model's vectors of feeling are learnt from them. They say the same kinds of
 * things in every tone (about people, work, goods, places, food, films, help, oneself), so that the tone differs and not the topic.
 */
const lines = (text: string) => text.trim().split('\n');

const DELIGHTED = lines(`
I absolutely love it
This is the best thing that has happened all year
What a wonderful surprise, thank you so much!
I am so happy that I could cry
You are amazing, you saved my day
The food was out of this world
An outstanding film, I was moved from the first minute to the last
We are thrilled with the result
Brilliant work, everybody!
I adore my new flat
Best purchase I have ever made
The staff were incredibly kind and went out of their way for us
I can't stop smiling
She is the most generous person I know
Wow, that was fantastic
Perfect, exactly what I needed!
It exceeded all of our expectations
I have never been so proud of you
Our holiday was pure joy
Absolutely delicious, we will be back soon
This app makes my life so much easier, I love it
What a beautiful song, it gives me chills in the best way
Congratulations, you deserve it!
I'm in love with this place
The support was superb: quick, friendly and right
Hooray, we won!
Five stars, I would recommend it to anyone
Haha that is hilarious, you made my day
The acting is superb and the story is gripping
I am deeply grateful for everything you did
Yes!! This is so exciting
God bless you, that means the world to me
LOL I can't stop laughing
You are my hero
What an incredible player, a true legend
So proud of my brother right now
This is gold
I love you guys
So beautiful, I want to live there
`);

const PLEASED = lines(`
Thanks, that helped
I like this one
Nice work
That's a good idea
It works well and was easy to set up
The room was clean and the bed was comfortable
I am glad that you came
I'm feeling better today
Sounds great to me
The battery lasts all day
Good point, I agree with you
You did the right thing
Not bad at all
No complaints, it does what it should
I was worried for nothing, everything went fine
We had a pleasant evening
It's funny and it has heart
He is a good friend and I trust him
I hope you have a nice weekend
Good luck with your exam
That was kind of you
The price is fair for the quality
It arrived earlier than promised
I can't wait to see you
I look forward to working with you
She has never let me down
The sound is clear and the screen is sharp
The soup was tasty and the portion was generous
I enjoyed reading it
Welcome back, we missed you
He looks cute in that hat
You are right, well said
It made me laugh
I am relieved that it is over
Happy birthday!
I appreciate your patience
The new version is faster and more stable
A solid phone with a good camera
They were friendly and helpful
Glad to hear that it worked out
That would be lovely
The lecture was interesting and well prepared
I am impressed by how quickly you learnt it
The team played well tonight
My daughter loves it
I feel calm and rested
It fits perfectly
This is a charming little film
The problem is solved now
I would buy it again
Thank you, I will try that
Thanks for the explanation
Lol, good one
Haha, fair enough
That is cool
I love the colours
Cute dog
Yeah, that makes sense, I agree
I think you will do great
Stay strong, it will get better
I hope it works out for you
I wish I could go there one day
Take care of yourself, you matter
Same here, glad I am not the only one
He is underrated, one of the better players
That's a fair and honest answer
Well played
I'm curious to see what they do next
Phew, I thought I had lost it
You have good taste
Keep it up, you are on the right way
I really want to try that cake
He deserves more credit
Interesting, I learnt something today
True, and I respect that
`);

const NEUTRAL = lines(`
The meeting is at three o'clock
What time does the train leave?
The box contains four cables
He went to the shop and bought bread
Please send me the file by Monday
Where did you find this?
The report has twelve pages
I live in a town near the coast
It is the second door on the left
She works for an insurance company
The film runs for two hours
You can find the setting under the menu
I think it was in 2015
Is this the right address?
The phone is black and weighs 180 grams
They moved here from Portugal
My sister is three years older than me
How do I reset my password?
The government will publish the figures on Friday
I have a dentist appointment tomorrow
The match starts at eight
He said that he would call later
That depends on the size of the room
The book is about the history of trade
Does anybody know who wrote this?
There are two kinds of them
I usually take the bus to work
The company has offices in five countries
We ordered a pizza and watched television
It was made in Japan
I had never heard of that before
Could you explain what this button does?
The road leads to the next village
Someone asked the same question last week
The update changes the format of the file
Let me know which one you mean
I saw him yesterday in the park
The court will hear the case next month
Maybe it is the other one
The recipe calls for two eggs and some flour
My name is Tom and I work in sales
This is the third part of the series
The number is on the back of the card
It looks like the one that my father had
He is probably talking about the other team
You need to log in first
The restaurant is next to the station
The president met with ministers on Tuesday
I use it with my laptop
What do you mean by that?
The train was full of people going to work
It depends on what you want to do
They also have it in blue
In my country we drive on the left
I have been there twice
The first chapter describes the town
Why would he say that?
The shop opens at nine and closes at six
I guess so
The water boils at one hundred degrees
We talked about the plan for next year
She told me to ask you
It says so on their site
The bill was passed in March
Remind me to call the bank
I changed the setting to automatic
Two of the players are from Spain
The seller sent it by post
It has a small screen and two buttons
You should ask your doctor
I mean, he could have been talking about anything
So it is like the other one, only larger
You could also try the other version
He was on the show a few years ago
I thought that it was about the other guy
Wait, is that the same person?
It's in the rules
I just looked it up and it says 2009
Do you have a link?
They will have to decide by next season
I don't know what that means
I didn't know that they had a second album
Nobody said that it was his
Not sure, I would have to check
It was not me, it was my brother
I never said that I live there
If you click on it, it opens a new window
I have no idea who that is
Ask them and see what they say
Probably because they use another kind of engine
He would need to score twice in every game
People have different opinions about it
Some of them do and some don't
I see, so you turn it to the left
You mean the guy with the hat?
They call it something else over there
Depends, how old is she?
It happens every four years
The same thing that everybody else does
He is a lawyer and she is a teacher
Most people vote for the party that their parents voted for
I'm not from there, I only worked there
She is thirty and I'm twenty-eight
I was going to say the same
Tell him that I will be there at six
`);

const DISPLEASED = lines(`
I don't like it
This is not what I ordered
It is not good
The battery is empty after two hours
The room was dirty and noisy
I am a bit disappointed
It didn't work for me
That's not funny
I'm tired and my head hurts
The service was slow
It was boring and far too long
I miss my old job
That is a bad idea
You are wrong about this
The answer did not help me at all
The plot makes no sense
It stopped working after a week
I wouldn't buy it again
I feel lonely tonight
Sorry to hear that
He never listens to me
They keep raising the price for less
The sound is thin and the screen scratches easily
The fries were cold and the bread was stale
I'm worried about my mother
That was rude
It is too expensive for what it is
I regret buying it
We waited for an hour and nobody came
The app crashes every time I open it
I doubt that it will ever work
She looked sad when she left
This is getting annoying
I can't figure this out and it is driving me mad
Nobody told us that it was cancelled
The instructions are useless
The acting is flat
I expected more
Unfortunately the package never arrived
I am afraid that I will lose my job
It's a shame that they closed it
I was ill all week
The case broke on the first day
That was unfair to her
He lied to me
My flight was cancelled again
I'm fed up with waiting
A weak film with a silly ending
It smells strange and tastes of nothing
Great, it broke again, just what I needed
No, that is not how it works
I disagree, that is just not true
Why are people like this?
What a strange and stupid thing to do
I'm so confused, this makes no sense
Ugh, not again
I feel bad for her
This is so awkward
That's embarrassing
I'm sorry, it was my fault
I'm nervous about tomorrow
It scares me
You don't know what you are talking about
He is overrated and lazy
That must hurt
Poor guy
I'm sick of hearing about it
Stop lying
They don't care about us
It's sad that nobody helped him
This is wrong on so many levels
How can anybody believe that nonsense?
I can't believe that they did this to him
Yikes, that looks painful
Oh no, I forgot it
That is creepy
He is such a hypocrite
I would never go there again
Honestly, it was a letdown
I'm jealous and a little bitter
`);

const APPALLED = lines(`
I hate it
This is the worst thing I have ever bought
I am furious about how we were treated
What a terrible waste of money
You are useless, you ruined everything
The food was disgusting
An awful film, I walked out after an hour
I am heartbroken
It is complete garbage
He is a horrible person
Never again, avoid this place
They cheated us and stole our money
I can't stand him
The staff were rude and insulting
That makes me sick
I want to scream, nothing works
Shut up, you idiot
This is a disaster
People died and nobody cares
The pain is unbearable
I am so angry right now
What a pathetic excuse
I have lost all trust in you
It was a nightmare from start to finish
The attack killed twelve people
Total rip-off, I want my money back
I'm devastated, my dog died
Worst customer service ever
That is a disgusting thing to say
I am ashamed and I feel terrible
What the hell is wrong with you?
Fuck them, they are all liars
I hate these people so much
This is evil
What a moron
You people make me sick
I'm crying, this is heartbreaking
Screw that company
I am terrified
`);

export interface Prototype {
  readonly text: string;
  /** −1, −0.5, 0, 0.5 or 1. */
  readonly valence: number;
}
const all = (texts: string[], valence: number): Prototype[] => texts.map((text) => ({ text, valence }));

export const PROTOTYPES: readonly Prototype[] = [
  ...all(DELIGHTED, 1),
  ...all(PLEASED, 0.5),
  ...all(NEUTRAL, 0),
  ...all(DISPLEASED, -0.5),
  ...all(APPALLED, -1),
];

/** Changes with every prototype: anything learnt from other prototypes is out of date. */
export const prototypesDigest = () => hash('sha256', JSON.stringify(PROTOTYPES));
