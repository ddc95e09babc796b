import type { Mood } from '../palettes.ts';
import type { Sketch } from '../sketch.ts';
import { circuit, deep, facets, portal, waves } from './abstract.ts';
import { neonGrid, road, warzone } from './action.ts';
import { emblem, stadium } from './arenas.ts';
import { cavern, duel, titan } from './encounters.ts';
import { desert, mountains, sea, village } from './outdoors.ts';
import { space } from './space.ts';
import { forest, haunted } from './woods.ts';
import { works } from './works.ts';
import { castle, city, islands } from './worlds.ts';

export type Scene = (s: Sketch) => void;

/** Which scenes may stand for a mood. The more often one is named, the more often it comes. */
export const SCENES: Record<Mood, readonly [Scene, ...Scene[]]> = {
  epic: [castle, mountains, portal, emblem, titan, forest, cavern, duel, desert, sea],
  future: [space, city, neonGrid, portal, space, duel, desert, circuit],
  dread: [haunted, forest, titan, portal, haunted, city, cavern],
  speed: [road, neonGrid, road, city],
  sport: [stadium, stadium, facets, stadium],
  command: [castle, works, sea, mountains, emblem, works, desert],
  calm: [village, islands, village, works, mountains, forest],
  play: [islands, facets, waves, village, islands, cavern, deep],
  wild: [forest, mountains, desert, sea, cavern, forest],
  tender: [village, islands, mountains, waves, city],
  water: [deep, sea],
  tool: [circuit, waves, facets, waves],
};

export const BATTLE_SCENES: readonly [Scene, ...Scene[]] = [warzone, city, duel, desert, emblem];
