import type { Lexicon } from './lexicon.js';

export const preferences: Lexicon = {
  phrases: `would rather, rather than, not a fan of, big fan of, fan of, favourite is, favorite is, can't stand,
    cannot stand, prefers to, instead of, likes to, loves to, by default, always choose, always choose the, always
    wants, always picks, always use, wants replies, wants answers, wants responses, how she likes, how he likes, how
    they like, how i like, do not like, does not like, don't like, doesn't like, no interest in, interested in, keen
    on, fond of, sick of, tired of, in the mood for, cup of tea, to my taste, rather have, please answer in, answers
    in, reply in, respond in, call me, wants to be called, prefiere, le gusta, no le gusta, me gusta, mag kein, mag
    keine, mag lieber, aime bien, n'aime pas, is into, are into, am into, happiest with, happy with, will not touch,
    won't touch, would like, swears by, gravitates towards, leans towards, can't live without, gets annoyed by,
    bothered by, turned off by, looks for, at heart, personal favourite, top choice, first choice, go-to, goes for,
    opts for, rather not, no thanks to, does not care for, doesn't care for, not keen on, wants everything, wants me
    to, expects me to, likes it when, likes being, hates it when, hates being, loves it when, can do without, could
    do without`,
  strong: `prefer preference preferred favourite favorite like love hate dislike enjoy adore detest loathe fond
    bevorzugt bevorzuge lieblings préfère préféré prefiero favorito gosta любит предпочитает prefers preferably
    dislikes disliked loves hates favourites favorites despise cherish admire adores obsessed unwilling preferences
    crave`,
  weak: `want wish rather choose pick style tone theme concise informal formal taste hobby passion brief verbose
    annoy appreciate avoid default comfortable opinion ideally mood pleasant boring beautiful ugly fun annoying
    interest interested enthusiast music genre band movie film novel book podcast coffee tea wine beer cuisine food
    dish snack dessert chocolate pizza colour color palette font wallpaper emoji bullet short detailed tidy
    minimalist cosy quiet loud spicy sweet salty crunchy hike bouldering techno jazz rock classical opera chess
    gaming craft knit paint gardening cook bake`,
};
