/** Words that mean the same in a short statement. One line a group; forms are found by stem. */
export const SAME = `
child kid
woman lady
man guy gentleman bloke
boy lad
baby infant toddler
mother mom mum
father dad
grandmother grandma
grandfather grandpa
doctor physician
lawyer attorney solicitor
boss manager supervisor
colleague coworker co-worker teammate
customer client
friend buddy pal
partner spouse
police policeman cop
big large huge giant enormous massive
small little tiny
quick fast rapid speedy
quickly fast rapidly
happy glad cheerful
sad unhappy
angry mad furious
smart clever intelligent
beautiful pretty lovely
begin start commence
end finish complete conclude
stop quit cease
buy purchase
sell vend
get obtain receive
talk speak chat converse
say tell state mention
shout yell scream
look watch gaze stare observe view
see notice spot
hear listen
jump leap hop
run sprint jog race
walk stroll
throw toss hurl
hit strike
push shove
pull drag tug
cut slice chop dice carve
cook prepare
mix stir blend
put place lay
pour tip
take grab
carry haul
pick-up lift
climb scale
ride drive
fix repair mend
build construct
clean wash rinse scrub
wear dress
draw sketch
write compose
play perform
dance dancing
love adore
like enjoy
hate dislike detest
want wish desire
need require
live reside dwell
move relocate
travel journey trip
car automobile
bike bicycle cycle
motorcycle motorbike
cyclist bicyclist
biker motorcyclist
plane airplane aeroplane aircraft jet
boat ship
truck lorry
phone telephone cellphone smartphone mobile
laptop notebook
picture photo photograph image
movie film
television tv
sofa couch
house home
flat apartment
street road
path trail
forest wood woods
sea ocean
river stream creek
hill mountain
rock stone
beach shore
garden yard
field meadow
grass lawn
bag purse
hat cap
shirt top t-shirt
jacket coat
trousers pants
sneakers trainers
glasses spectacles
makeup make-up cosmetics
bread loaf
meat beef
soda pop
food meal
dinner supper
holiday vacation
store shop
job position role
work job
company firm employer business
meeting appointment
deadline due-date
salary pay wage income
cost price rate
goal target aim objective
plan schedule
test exam
error bug
fight wrestle spar
crowd audience spectators
group bunch
couple pair
trash garbage rubbish
autumn fall
color colour
favorite favourite
gun pistol
puppy dog
kitten cat
horse pony
attend join participate
meet encounter
apologise apologize
organise organize
increase raise boost
reduce decrease cut lower
extend prolong lengthen
change alter modify adjust update
finalise finalize
fire burn
wet soaked
dirt mud
dirty muddy
dig burrow
bounce jump
hop jump
leap bounce
spread smear
sprinkle scatter
squirt spray splash
soak drench
scratch claw
pet stroke caress
hug embrace cuddle
kiss peck
smile grin
laugh giggle chuckle
cry weep sob
sleep nap doze
rest relax
sit perch
kneel crouch squat
crawl creep
slide glide slip
fall tumble
spin twirl rotate turn
swing sway
shake wave
chase pursue
follow trail
race compete
score shoot
kick boot
catch grab
toss fling
hold grip clutch grasp
lean recline
hang dangle
wander roam
march parade
gather assemble collect
scatter disperse
join connect attach
hammer bang pound knock
break smash crack
tear rip
burn scorch
boil simmer
bake roast
grill barbecue
fry sauté
peel skin
stir whisk beat
season spice
taste sample
chew bite munch
drink sip
feed nourish
plant sow
pick pluck
cultivate grow
paint colour
type write
read study
learn study
teach instruct tutor
explain describe
discuss debate
argue quarrel
complain grumble
promise pledge
agree consent
refuse decline reject
allow permit
forbid prohibit ban
forget overlook
remember recall
choose pick select
decide determine
try attempt
manage handle
lead head direct
own possess
rent lease
hire employ recruit
fire dismiss sack
resign quit
earn make
spend pay
save store
lend loan
send mail ship
deliver bring
order request
book reserve
cancel scrap
postpone delay defer
schedule arrange
launch release ship
publish post
upload submit
download install
delete remove erase
create make produce
develop build
deploy release
design plan
test check verify
fix debug
hurt injure wound
heal recover
exercise train workout
hike trek
swim bathe
dive plunge
row paddle
fish angle
cross traverse
reach arrive
leave depart
stay remain
point aim
guard defend protect
attack assault
fight battle
kill slay
rescue save
celebrate party
marry wed
divorce separate
snowy snow
grassy grass
rocky rock stone
wooden wood
muddy mud
watery water
icy ice
stage platform
spectator viewer onlooker
athlete sportsman
chef cook
officer policeman
performer artist
pupil student
teacher instructor tutor
neighbour neighbor
relative family
teen teenager adolescent
grown-up adult
elderly old
blond blonde
gray grey
purple violet
soccer football
racquet racket
vehicle car
lorry truck
cab taxi
train railway
ship vessel
canoe kayak
cliff rock
shore coast bank
pond lake
pavement sidewalk
lane street
yard backyard
jungle forest
countryside country
city town
store shop market
restaurant cafe
bucket pail
bowl dish
pan skillet
pot saucepan
mug cup
plate dish
box container package
bag sack
rope cord
stick branch
log trunk
flower blossom
leaf foliage
fence barrier hurdle
doorway door
stairs staircase steps
roof top
floor ground
bench seat
chair seat
blanket cover
costume outfit clothes
gown dress
jersey shirt
sweater jumper pullover
bikini swimsuit
game match
contest competition
song tune
piano keyboard
eggplant aubergine
shrimp prawn
corn maize
cookie biscuit
candy sweet
chips fries
noodle pasta
machine device
computer pc
email mail message
newspaper paper
notebook notepad
screen monitor
gun weapon
fire flame
sun sunshine
sunset dusk
sunrise dawn
stomach belly
tummy belly
leg foot
`;

/** The word before the colon is true of whatever is any word behind it: who is a man is a person. */
export const KINDS = `
person : man woman boy girl child kid adult guy lady player rider teenager baby worker cook student cyclist biker climber surfer
person : dancer singer athlete runner skateboarder swimmer fan guitarist musician friend colleague teacher doctor lawyer
someone : man woman boy girl child person lady guy
child : boy girl baby toddler
adult : man woman
woman : mother grandmother wife lady
man : father grandfather husband guy
girl : daughter
boy : son
animal : dog cat horse cow bird fish monkey lion tiger bear elephant panda deer rabbit squirrel kangaroo rhino shrimp
dog : puppy poodle bulldog labrador terrier collie
bird : parrot duck eagle owl pigeon
vehicle : car truck bus van jeep motorcycle bicycle train tram lorry
vegetable : onion carrot potato tomato broccoli pepper garlic mushroom cucumber cabbage eggplant spinach lettuce bean pea corn
vegetable : zucchini celery leek cauliflower pumpkin radish beetroot
fruit : apple banana orange pear grape watermelon peach cherry
food : vegetable fruit meat bread cheese pizza rice pasta fish egg cake cereal onion carrot potato tomato broccoli banana
drink : water coffee tea beer wine juice milk
meat : chicken beef pork steak bacon ham lamb
instrument : guitar piano drum violin flute harp trumpet keyboard cello saxophone
sport : football soccer tennis basketball baseball hockey golf rugby volleyball
clothes : shirt jacket coat dress hat trousers jeans skirt sweater uniform suit
move : run walk dance jump crawl swim
ingredient : vegetable meat egg flour sugar butter oil salt cheese onion garlic
person : goalkeeper officer nurse engineer farmer soldier chef bicyclist motorcyclist skater performer spectator cheerleader
toy : doll puzzle kite
ball : football basketball baseball
seat : chair bench sofa stool
group : crowd team band family
tool : hammer knife saw drill screwdriver
weapon : gun sword knife
container : box bowl pot cup jar bottle bucket basket
furniture : sofa chair table bed desk wardrobe shelf cupboard
building : house church school hospital hotel barn tower
outdoors : garden yard park field beach forest street
cut : slice chop dice trim
cook : fry bake boil grill roast
put : pour place insert
touch : pet stroke hit
water : ocean sea lake river pool
device : phone laptop computer tablet
software : app application program tool
`;
