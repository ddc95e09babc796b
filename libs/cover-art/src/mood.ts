import { coverSeed, type ArtRecipe } from './recipe.ts';
import { circuit, deep, facets, waves } from './scenes/abstract.ts';
import { neonGrid, road, warzone } from './scenes/action.ts';
import { stadium } from './scenes/arenas.ts';
import { cavern, duel, titan } from './scenes/encounters.ts';
import { BATTLE_SCENES, SCENES, type Scene } from './scenes/index.ts';
import { desert, mountains, sea, village } from './scenes/outdoors.ts';
import { space } from './scenes/space.ts';
import { forest, haunted } from './scenes/woods.ts';
import { works } from './scenes/works.ts';
import { castle, city } from './scenes/worlds.ts';
import type { Mood } from './palettes.ts';
import { Random } from './random.ts';

/** Genres that say how a game looks, strongest first. Action, Adventure, Indie and the like say nothing. */
const moodOfGenre: readonly (readonly [genre: string, mood: Mood])[] = [
  ['Horror', 'dread'],
  ['Racing', 'speed'],
  ['Sport', 'sport'],
  ['Visual Novel', 'tender'],
  ['Dating Simulator', 'tender'],
  ['Anime', 'tender'],
  ['Platformer', 'play'],
  ['Puzzle', 'play'],
  ['Life Simulation', 'calm'],
  ['FPS', 'future'],
  ['Survival', 'wild'],
  ['Casual', 'play'],
  ['Strategy', 'command'],
  ['Hack and Slash', 'epic'],
  ['RPG', 'epic'],
  ['MMO', 'epic'],
  ['Simulation', 'calm'],
  ['Third-Person Shooter', 'future'],
  ['Fighting', 'speed'],
  ['Music / Soundtrack', 'play'],
  ['Open World', 'wild'],
  ['Hidden Object', 'dread'],
  ['Point & click', 'tender'],
];

/** Words of a title that name a place better than any genre does. */
const sceneOfWord: readonly (readonly [words: RegExp, scenes: readonly [Scene, ...Scene[]], mood?: Mood])[] = [
  [/cyber|neon|punk|watch dogs|theft|payday|yakuza|mirror/i, [city, neonGrid], 'future'],
  [/factor|satisf|frostpunk|rimworld|industr|tycoon|anno\b|engineer|manufact|automat/i, [works]],
  [/monster|titan\b|colossus|souls|sekiro|god of war|godzilla/i, [titan, mountains, castle], 'epic'],
  [/deep rock|minecraft|terraria|cave/i, [cavern], 'wild'],
  [/farm|village|valley|harvest|town|animal|sims|stardew/i, [village], 'calm'],
  [/truck|\bbus\b|train|\brail/i, [road], 'speed'],
  [/subnautica|\bdeep\b|abzu|fish|shark|bioshock/i, [deep], 'water'],
  [/\bsea\b|ocean|ship|pirate|thieves|sail|\braft\b|black flag|wind waker/i, [sea], 'water'],
  [
    /\bstar\b|starfield|starcraft|star wars|space|galax|planet|cosm|orbit|universe|astro|sky\b|halo|mass effect|outer|stellaris|destiny/i,
    [space],
    'future',
  ],
  [/cities|city|skyline|metro\b|mafia|spider|tokyo/i, [city]],
  [/red dead|western|sand|desert|\bdune|egypt|origins|prince of persia|mad max|journey/i, [desert], 'wild'],
  [
    /zombie|dead (?:space|island|by|rising|cells)|walking dead|evil|ghost|haunt|phasmo|asylum|outlast|silent hill|nightmare|dying/i,
    [haunted, titan, haunted, forest],
    'dread',
  ],
  [/duty|battlefield|siege|warfare|\bwars?\b|squad|arma\b|sniper|helldivers|counter-strike|left 4|commando|company of heroes/i, [warzone]],
  [/tekken|street fighter|mortal kombat|brawl|duel|guilty gear|dragon ball/i, [duel], 'speed'],
  [
    /king|castle|crusader|throne|knight|mount & blade|dragon|dungeon|diablo|chivalry|elden|baldur|gothic/i,
    [castle, castle, castle, titan, cavern],
    'epic',
  ],
  [/rac(?:e|ing)|drift|speed|forza|\bf1\b|dirt|rally|wrc|asphalt|crew\b|motor|assetto|gran turismo/i, [road, neonGrid, road], 'speed'],
  [/football|fifa|\bfc \d|nba|nhl|madden|ufc|tennis|league|golf/i, [stadium], 'sport'],
  [/forest|hunter|wild\b|green|wood|tree/i, [forest], 'wild'],
  [/mountain|snow|frost|\bice\b|skyrim|ragnar|valhalla|winter|everest|zero dawn/i, [mountains]],
  [/craft|mine|rock|terraria|cave|under/i, [cavern], 'wild'],
];

const BLOG_SCENES: readonly [Scene, ...Scene[]] = [circuit, waves, mountains, city, facets];

const vague: readonly [Mood, ...Mood[]] = ['epic', 'wild', 'future', 'command', 'play'];

/** The generator that a picture is drawn with; a cover's is the seed alone. */
export function randomOf({ kind, seed }: Pick<ArtRecipe, 'kind' | 'seed'>): Random {
  return new Random(`${seed}\n${kind === 'cover' ? '' : kind}`);
}

/** The mood and the scene of a picture: title first, then genres, else the seed decides. A screenshot's are those of its cover. */
export function moodAndScene(recipe: ArtRecipe, random: Random): { mood: Mood; scene: Scene } {
  if (recipe.kind === 'screenshot' && recipe.v > 1) {
    const cover: ArtRecipe = { ...recipe, kind: 'cover', seed: coverSeed(recipe.title) };
    return moodAndScene(cover, randomOf(cover));
  }
  if (recipe.category === 'Software') return { mood: 'tool', scene: random.pick(SCENES.tool) };
  if (recipe.kind === 'blog') return { mood: 'tool', scene: random.pick(BLOG_SCENES) };
  const genres = new Set(recipe.genres);
  const byGenre = moodOfGenre.find(([genre]) => genres.has(genre))?.[1];
  const byWord = sceneOfWord.find(([words]) => words.test(recipe.title));
  const mood = byWord?.[2] ?? byGenre ?? random.pick(vague);
  if (byWord && (recipe.kind === 'cover' ? random.chance(0.85) : random.chance(0.4))) return { mood, scene: random.pick(byWord[1]) };
  const isBattle = genres.has('FPS') || genres.has('Third-Person Shooter');
  return { mood, scene: random.pick(isBattle && random.chance(0.6) ? BATTLE_SCENES : SCENES[mood]) };
}
