import type { Lexicon } from './lexicon.js';

export const location: Lexicon = {
  phrases: `lives in, live in, living in, lived in, located in, located at, located on, is based in, based in, moved
    to, relocated to, moving to, grew up in, born in, born and raised, raised in, comes from, is from, i am from,
    home address, postal code, zip code, time zone, current city, home town, office is in, close to, north of, south
    of, east of, west of, next to, across from, around the corner, third floor, ground floor, second floor, first
    floor, nearest station, subway station, train station, bus stop, stays in, staying in, is in, resides in, km
    from, wohnt in, lebt in, habite à, vit à, vive en, mora em, abita a, живёт в, живет в, staying at, stays at,
    commutes from, commutes to, down the street, up the street, blocks down, on foot, minutes from, minutes away,
    walking distance, top floor, west wing, east wing, spends winters, spends summers, lives with, live near, lives
    near, lives on, lives at, living on, hails from, originally from, returned to, emigrated to, immigrated to,
    settled in, resides at, situated in, situated on, at the corner, city centre, city center, in the north, in the
    south, in the east, in the west, on the coast, by the sea, far from, route to, way to work, meeting room,
    parking spot, parked at, parked on, keeps the, kept in the, stored in the, left in the, hidden in, behind the,
    opposite the, outside of, an hour from, hours from`,
  strong: `address neighbourhood neighborhood hometown relocate reside residence located location postcode zipcode
    latitude longitude coordinates timezone downtown suburb commute hostel hotel motel airbnb headquarters hq campus
    borough county municipality metropolitan riverside seaside lakeside coastline peninsula embassy consulate
    arrondissement quartier bezirk viertel adresse dirección whereabouts gps directions upstairs downstairs basement
    attic garage cellar countryside outskirts`,
  weak: `city town village country street avenue road house apartment flat building floor office warehouse harbour
    harbor station airport district region state province near nearest nearby north south east west map km mile
    kilometre cabin room parking place island mountain beach home europe asia africa america germany france spain
    italy england scotland ireland poland norway sweden denmark finland netherlands belgium austria switzerland
    portugal greece turkey india china japan korea canada mexico brazil argentina australia kenya nigeria egypt
    texas california london paris berlin munich hamburg vienna zurich madrid barcelona lisbon rome milan amsterdam
    brussels prague warsaw krakow budapest oslo stockholm copenhagen helsinki dublin athens istanbul moscow dubai
    mumbai delhi bangalore singapore bangkok tokyo osaka seoul beijing shanghai sydney melbourne toronto vancouver
    montreal chicago boston seattle austin denver nairobi cairo lagos naples lima block foot supermarket pharmacy
    park square bridge river lake hill valley forest coast sea border abroad overseas expat local corner wing hall
    garden balcony kitchen bedroom drawer shelf cupboard entrance exit gate terminal platform highway motorway tram
    metro subway bus ferry commute distance vietnam thailand indonesia malaysia philippines pakistan bangladesh iran
    iraq israel saudi ukraine russia romania bulgaria serbia croatia slovenia slovakia hungary czechia estonia
    latvia lithuania iceland wales chile peru colombia ecuador bolivia venezuela cuba jamaica morocco algeria
    tunisia ethiopia ghana tanzania uganda zimbabwe florida nevada oregon ohio georgia alaska hawaii ontario quebec
    bavaria saxony brandenburg potsdam cologne frankfurt stuttgart leipzig dresden bremen hannover nuremberg lyon
    marseille nice bordeaux toulouse lille geneva basel bern lausanne antwerp ghent rotterdam utrecht eindhoven
    porto seville valencia malaga granada venice florence turin bologna palermo salzburg graz bratislava belgrade
    zagreb sofia bucharest kyiv minsk riga tallinn vilnius reykjavik edinburgh glasgow manchester birmingham
    liverpool bristol leeds oxford cambridge cardiff belfast galway cork hanoi saigon manila jakarta kyoto taipei
    shenzhen houston dallas miami atlanta philadelphia phoenix portland algarve tuscany provence`,
};
