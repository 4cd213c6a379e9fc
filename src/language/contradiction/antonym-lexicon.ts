/**
 * Words that cannot both be true of the same thing at the same time. One line an opposition: every word left of the colon
 * excludes every word right of it. Written from general knowledge of English; forms ("runs", "running") are found by stem.
 * A word of two parts is joined by a hyphen and matched against two neighbouring words.
 */
export const QUALITIES = `
hot warm boiling : cold chilly freezing icy
big large huge giant enormous massive : small little tiny miniature
tall : short
long lengthy : short brief
high : low
wide broad : narrow
thick : thin
deep : shallow
heavy : light lightweight
strong : weak feeble
hard : soft easy
hard difficult tough : easy simple
fast quick rapid speedy swift : slow sluggish
quickly fast rapidly swiftly : slowly
early : late
new : old used second-hand
young : old elderly aged
modern contemporary : ancient outdated old-fashioned
good great excellent : bad poor terrible awful
better : worse
best : worst
right correct : wrong incorrect mistaken
true : false untrue
happy glad cheerful joyful delighted : sad unhappy miserable depressed gloomy
happily cheerfully : sadly
calm relaxed peaceful serene : nervous anxious stressed agitated restless angry
calmly peacefully : nervously angrily
angry furious : pleased content
kind friendly : unkind cruel hostile unfriendly mean
polite : rude impolite
honest truthful : dishonest lying
brave courageous : cowardly afraid fearful timid
generous : stingy greedy selfish
patient : impatient
lazy idle : hardworking industrious diligent
clever smart intelligent : stupid dumb foolish
wise : foolish unwise
rich wealthy affluent : poor broke
cheap inexpensive affordable : expensive costly pricey
free gratis : paid chargeable
free available vacant : busy occupied taken booked unavailable
full packed crowded : empty vacant deserted
open opened : closed shut sealed locked
locked : unlocked
clean tidy spotless : dirty messy filthy muddy
tidy neat : untidy messy
dry : wet soaked damp soaking
bright light sunny : dark dim gloomy
sunny clear : cloudy overcast rainy
loud noisy : quiet silent soft
loudly noisily : quietly silently softly
noisy : silent
smooth even : rough uneven bumpy
sharp : blunt dull
straight : crooked curved bent
flat level : steep hilly mountainous
round : square
fresh : stale rotten spoiled
raw uncooked : cooked
ripe : unripe rotten
sweet : sour bitter salty
spicy hot : mild
tight : loose baggy
alive living : dead deceased
healthy well : sick ill unhealthy unwell
fit : unfit
safe secure : dangerous unsafe risky insecure
awake : asleep sleeping
conscious : unconscious
sober : drunk intoxicated
married : single divorced unmarried widowed
single : engaged dating
pregnant : childless
naked nude undressed bare : dressed clothed
barefoot shoeless : shod
shirtless topless : clothed
bald : hairy long-haired
blond blonde : brunette
male masculine : female feminine
public : private
common usual frequent : rare unusual uncommon
normal ordinary : abnormal strange extraordinary
famous well-known : unknown obscure
popular : unpopular
possible : impossible
likely probable : unlikely improbable
certain sure : uncertain unsure doubtful
necessary essential : unnecessary
important significant : unimportant insignificant trivial
useful helpful : useless unhelpful
interesting exciting : boring dull
complete finished done : incomplete unfinished
finished completed : ongoing unfinished
temporary : permanent
permanent lasting : temporary provisional
fixed : variable flexible
flexible : rigid inflexible
active : inactive passive dormant
enabled : disabled
available : unavailable
online connected : offline disconnected
wired : wireless
digital : analog analogue
manual : automatic automated
local : remote
domestic : foreign
internal inner : external outer
inside indoors indoor : outside outdoors outdoor
inside indoors indoor kitchen bedroom bathroom living-room : garden yard park field beach forest street outdoors
near close nearby beside : far distant faraway
present : absent
visible : invisible hidden
legal lawful : illegal unlawful
guilty : innocent
successful : unsuccessful failed
pass passed : fail failed
positive : negative
optimistic : pessimistic
major : minor
maximum : minimum
max : min
majority : minority
first : last
upper top : lower bottom
left : right
north northern : south southern
east eastern : west western
front : rear
forward forwards : backward backwards
upward upwards uphill upstairs : downward downwards downhill downstairs
horizontal : vertical
clockwise : counterclockwise anticlockwise
synchronous : asynchronous
mandatory required obligatory compulsory : optional voluntary
allowed permitted legal : forbidden prohibited banned disallowed
accepted approved : rejected declined refused denied
valid : invalid expired
vegetarian vegan meatless : meat steak beef pork bacon chicken carnivore
vegan : cheese milk dairy eggs
teetotal teetotaller : beer wine alcohol whisky
nonsmoker non-smoker : smoker smokes smoking
extrovert extroverted outgoing : introvert introverted shy
left-handed : right-handed
morning-person early-bird : night-owl
employed : unemployed jobless
full-time fulltime : part-time parttime
junior : senior
beginner novice : expert advanced
amateur : professional
urban : rural
day daytime : night nighttime
day morning : night
dawn sunrise : dusk sunset
am : pm
summer : winter
spring : autumn
weekday weekdays : weekend weekends
daily : weekly monthly yearly
weekly : monthly yearly
always constantly : never
often frequently usually : rarely seldom
all every everyone everybody : none nobody
together : alone apart separately
alone lone solo : accompanied
carefully : carelessly recklessly
gently softly : roughly violently harshly
attentively : inattentively
proud : ashamed
confident : insecure shy
curious interested : uninterested indifferent
satisfied : dissatisfied unsatisfied disappointed
motivated : unmotivated
comfortable : uncomfortable
pleasant : unpleasant
beautiful pretty handsome : ugly
attractive : unattractive
fair just : unfair unjust
equal same identical : unequal different
even : odd
stable steady : unstable shaky
solid : liquid
opaque : transparent
natural : artificial synthetic
genuine real authentic : fake counterfeit
original : copied
plural : singular
broken damaged : intact working repaired
working functional : broken defunct
charged : discharged flat
infinite : finite
abundant plentiful : scarce
fat overweight : thin slim skinny
tame : wild
domesticated : wild
fertile : barren
adult : child baby
`;

/**
 * Postures, gaits and faces: a subject has one at a time, but changes it from minute to minute, so they only contradict
 * each other when it is certain that the same subject is meant.
 */
export const MOVEMENTS = `
stand standing : sit sitting lie lying kneel sleep crouch
sit sitting seated : stand run walk jump dance swim
sleep sleeping nap : run walk dance play jump eat work talk swim read cook
sleep asleep : awake wake
run running sprint jog : sit sleep rest stop lie stand
run sprint : walk stroll
walk : sit sleep lie
lie : run walk stand jump dance
rest resting relax : run jump work exercise play
jump leap : rest sleep sit lie
stop stopping halt : run continue go start
laugh smile : cry weep frown
smile : frown scowl
climb ascend : descend
float : sink
sing : whisper
`;

export const ACTIONS = `
start begin commence : stop finish end quit
begin : end
start : end
enter entering : exit leave leaving
arrive : leave depart
come : go leave
go : stay stop
stay remain : leave go depart
move : stay stand-still
approach : leave avoid
join : leave quit
follow : lead avoid
chase pursue : flee
push : pull
pull : shove
lift raise : lower drop
raise increase : lower reduce decrease
increase grow rise expand : decrease shrink fall decline drop reduce
gain : lose
win : lose
find : lose
open : close shut
lock : unlock
fasten tie : untie unfasten
wrap pack : unwrap unpack
fold : unfold
zip button : unzip unbutton
load : unload
plug : unplug
connect attach join : disconnect detach separate
install : uninstall
enable activate : disable deactivate
turn-on switch-on : turn-off switch-off
put-on : take-off remove
wear dress : undress
put place : remove take-out
put-down : pick-up lift hold carry
pick-up : put-down drop
add : remove subtract
insert : remove extract
fill : empty drain
pour : drain
build construct create : destroy demolish
make : break destroy
assemble : disassemble dismantle
fix repair mend : break damage
clean wash : dirty soil stain
dry : wet soak
heat warm : cool chill
freeze : melt thaw boil
light ignite : extinguish
cover : uncover
hide conceal : show reveal
bury : dig-up unearth
catch : miss drop throw
hit strike : miss
hold grab grasp : drop release
throw : catch
give : take receive
give : keep
send : receive
buy purchase : sell
borrow : lend
spend : save earn
save keep : delete waste discard
keep : discard throw-away
lend : borrow
pay : owe
hire employ : fire dismiss
hired : fired
marry : divorce
accept agree : refuse reject decline disagree
agree : disagree
approve : reject disapprove
allow permit let : forbid prohibit ban prevent
support : oppose
love like adore enjoy : hate dislike detest loathe
prefer : avoid
want : refuse
trust : distrust mistrust
believe : doubt disbelieve
respect : despise
praise : criticise criticize blame
thank : blame
remember recall : forget
know : ignore
learn : forget teach
teach : learn
ask : answer
question : answer
listen : ignore
watch : ignore
notice : overlook miss
include : exclude
attend : skip miss
pass : fail
succeed : fail
attack : defend
protect : harm attack
help assist : hinder
heal cure : injure wound hurt
live : die
grow : wither
talk speak say : silent
speak speaking talking talk : silent quiet mute
shout yell scream : whisper
sing : silent
admit confess : deny
confirm : deny cancel
tell : conceal
fly : land
take-off : land
climb-up : climb-down
get-in get-into board : get-out get-off
ride : get-off
mount : dismount
rise : sink set
stretch : bend
stretch : shrink
tighten : loosen
sharpen : blunt dull
speed-up accelerate : slow-down decelerate brake
hurry rush : dawdle
work : rest
eat : starve
swallow : spit
inhale : exhale
wake wake-up : fall-asleep
export : import
upload : download
encrypt : decrypt
compress : decompress
publish : withdraw unpublish
deploy : roll-back revert
merge : split
upgrade : downgrade
promote : demote
subscribe : unsubscribe
register enrol enroll : withdraw deregister
book reserve : cancel
accept : cancel
schedule : cancel
continue proceed : stop quit cancel abandon
expand : contract
attract : repel
victory : defeat
success : failure
profit : loss
entrance : exit
arrival : departure
beginning : end
friend : enemy
ally : enemy
question : answer
strength : weakness
advantage : disadvantage
presence : absence
peace : war
love : hatred
dead : living
`;

/** Small words that turn the meaning when everything else is equal and the same subject is meant. */
export const DIRECTIONS = `
on onto : off
into : out-of
in inside : out outside out-of
inside : around
up : down
over above : under below beneath
before : after
with : without
towards toward : away
to : from
near beside : far
for : against
`;
