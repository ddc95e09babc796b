import type { Random } from './random.ts';

/** Colours of one picture: a sky of three, the far and near ends of the land, a light source, a spark, a tint for lettering. */
export interface Palette {
  readonly top: string;
  readonly middle: string;
  readonly horizon: string;
  readonly far: string;
  readonly near: string;
  readonly glow: string;
  readonly spark: string;
  readonly letters: string;
}

export type Mood = 'epic' | 'future' | 'dread' | 'speed' | 'sport' | 'command' | 'calm' | 'play' | 'wild' | 'tender' | 'water' | 'tool';

function palette(text: string): Palette {
  const [top = '', middle = '', horizon = '', far = '', near = '', glow = '', spark = '', letters = ''] = text
    .split(' ')
    .map((hex) => `#${hex}`);
  return { top, middle, horizon, far, near, glow, spark, letters };
}

// top middle horizon far near glow spark letters
const palettes: Record<Mood, readonly [Palette, ...Palette[]]> = {
  epic: [
    palette('0b1030 3b2a6b e08a5a 8a4f6e 0d0a1e ffd9a0 ffb04a fff0cf'),
    palette('04222b 0f5a5c e9c46a 3d7a6a 04140f fff0b8 ffd25e fdf3d0'),
    palette('1a0508 7a1d1d ff8a3c 8f3325 120405 ffd08a ff6a2a ffe3b8'),
    palette('0a0f2c 23408e b8c7ff 5369b0 070a1c f4f6ff 8fb4ff eef3ff'),
    palette('170b33 5a2a83 f29ac0 8a4d97 0e061f ffe0ee ff9ad5 fff0f7'),
    palette('1b1203 7a5a17 ffdf8a 8f7434 140d02 fff3c4 ffc94a fff2cc'),
  ],
  future: [
    palette('03081d 10225e 19c3d8 1b4c86 030713 b8fbff ff3d9a e2fbff'),
    palette('0c0420 3c0f6b ff3d9a 6b1d80 090216 ffc4e4 33e6ff ffe6f5'),
    palette('04141a 0b4a55 ff9a3c 27666a 020c10 ffe0b8 ff7a1a fff0dc'),
    palette('0a0a12 26304a 9fd0ff 4b6388 06070d f0f8ff ff4a3c ecf5ff'),
    palette('02110c 065a43 9dffb0 1b7f63 010a07 eafff0 c8ff3d eafff0'),
  ],
  dread: [
    palette('050507 1c1418 8a1f22 40191d 030304 ff6a55 ff2f2f ffd9d2'),
    palette('04090b 10272b 6a9a8c 274a48 020506 dff5e6 a6ff8f e6f5ea'),
    palette('06060f 1a1c3c 7a7fb5 33365f 03030a e8e9ff b98cff e9e8ff'),
    palette('0a0703 2e1f0e c58a3a 5a3f1d 050301 ffe1a0 ff9d2e ffedcf'),
  ],
  speed: [
    palette('1b0638 7a1b78 ff7a4a 7d2a73 10031f ffe08a ff3d77 fff0d6'),
    palette('03142b 0b4fa3 7fd6ff 2467b3 020b1a f2fbff ffd23d f0faff'),
    palette('1c0a02 a33a0b ffc24a 8f4516 120601 fff0b0 ff5a1a fff1d0'),
    palette('07070b 2b2d3c ff4d4d 54485a 040406 ffd6c9 ff2b2b ffe9e4'),
  ],
  sport: [
    palette('031b2e 0a5b8f 9be7ff 1f7a5a 03130f ffffff b6ff3d f4fff0'),
    palette('0d0b3a 2f2aa8 7fa4ff 2d4fb0 07061f ffffff ffcf3d f2f4ff'),
    palette('06210f 0f6b34 c7f5a0 27843f 031207 fdfff2 fff04a f7ffe8'),
    palette('2b0310 a3123c ff9a7a 8a2440 190208 fff0e8 ffd23d fff0ea'),
  ],
  command: [
    palette('10131f 3a4a63 e6c48a 6d6f72 0c0d12 fff0cc e8a23d fff1d6'),
    palette('1c1a10 6b6235 f0deaa 8a7f52 121008 fff8dc d94f30 fff6dc'),
    palette('0a1a2b 1f5478 f2b880 4b6c7c 06101a ffe8cf ff8f4a fff0e2'),
    palette('200d0a 7a3326 f2c79a 8a5642 140806 fff0dc ffbf5a fff0df'),
  ],
  calm: [
    palette('2a7fc4 7cc4ee fdf0c8 86b98a 1f4a35 fffbe0 ffd166 fffdf0'),
    palette('3f4fa8 d58ab8 ffd6a0 9a7ba8 33284f fff3d0 ffcf7a fff6e6'),
    palette('1b8a8f 7fd6c4 fff3c9 6bb58c 154a45 fffce6 ff9f5a fffdf0'),
    palette('f08a5a ffc285 fff0c0 c98a5a 5a2f2a fff8d8 ffef9a fffaf0'),
  ],
  play: [
    palette('2a1a8f 7a4df0 ff9ad0 6a55d8 1b1058 fff0c0 ffd93d ffffff'),
    palette('0577c9 3dc2ff d8fbff 3f9fe0 07406f ffffff ffde3d ffffff'),
    palette('d8315b ff7a6a ffd9a0 e0646a 6a1238 fff6d6 ffe64a ffffff'),
    palette('0a7a5a 3dd69a e8ffc4 3fae86 06402f fffff0 ff9d3d ffffff'),
  ],
  wild: [
    palette('07201c 1f5a45 f2d38a 487a5a 04120d fff3c4 ffb43d fbf6d6'),
    palette('0b1a26 2b5a6b d8e6d0 5a7f86 060f15 ffffff ffae5a f4fbf4'),
    palette('1f1406 7a4f1f ffcf7a 8f6a35 120b03 fff0bf ff8f2e fff0d0'),
    palette('051a2b 0f6a8a 8fe8e0 2a8a96 030f19 eaffff ffd86a eefffc'),
  ],
  water: [
    palette('02142e 0a4f8f 7fe0f0 1f86b5 03101f f0ffff ffc94a effcff'),
    palette('031f2b 0b6a7a a0f0d0 1f94a0 03141c f0fffa ff8f5a f0fffb'),
    palette('0a0f3a 2a3f9f 8fb4ff 3f62c4 060a22 f2f6ff 5affe0 f2f6ff'),
  ],
  tender: [
    palette('4a3a9a c08adf ffd0dc a787c8 32235f fff2f5 ffd3ea ffffff'),
    palette('204a8a 7aa8e8 ffdfe8 7f98d0 18285a ffffff ffb3d1 ffffff'),
    palette('7a2a6b e87aa8 ffe0c0 b8648f 42123c fff5e6 ffd6a0 ffffff'),
  ],
  tool: [
    palette('06122e 0f3c8f 3d9dff 1b5cc0 040b1e cfe8ff 5af0ff f2f8ff'),
    palette('06231f 0a6b5e 3de0b0 12907a 03140f d0fff0 b8ff5a f0fff9'),
    palette('1d0a38 5a2ac0 a87aff 6f3fd8 110522 ecdfff ff8ad8 f8f2ff'),
    palette('2b0f06 b3431a ff9d5a d0602a 190802 ffe8d6 ffd23d fff6ef'),
    palette('0e1420 33425f 8fb0e0 50648a 080c14 eef5ff 5ad1ff f5f8ff'),
  ],
};

export function paletteOf(mood: Mood, random: Random): Palette {
  return random.pick(palettes[mood]);
}
