import type { Voice } from './score.ts'

/**
 * What makes a genre, as data. Patterns are for one bar; steps are separated by spaces and written `beat:length:what`.
 * Accompaniment: `C` is the whole chord, `U` all but its lowest voice, a number one voice of it (they go on into the next octave).
 * Bass: a degree of the chord (1 3 5 8), `a` leads to the next root. Drums: sixteenths, `X` loud, `x` normal, `o` soft.
 */
export type Style = {
  tempo: [number, number]
  beatsPerBar: 3 | 4
  /** How late every second eighth (or sixteenth, in `swingSixteenths`) comes: 0.5 is even. */
  swing: number
  swingSixteenths?: boolean
  minor: number
  modes: { major: string[]; minor: string[] }
  /** One chord a bar, four or eight bars; those of the chorus come second. */
  progressions: { major: [string[], string[]]; minor: [string[], string[]] }
  /** Bars that one chord lasts. */
  barsPerChord: number
  leads: Voice[]
  comps: Voice[]
  pads: (Voice | null)[]
  basses: Voice[]
  comp: string[]
  bass: string[]
  drums: DrumPattern[]
  fills: DrumPattern[]
  /** Rhythms of the melody, in beats; `r` is a rest. */
  rhythms: string[]
  /** Where the melody lies. */
  range: [number, number]
  /** The chord's voices. */
  voicing: { low: number; high: number; size: number }
  room: [number, number]
  echo: number | null
  pump: number
  vinyl: boolean
  low: number
  high: number
  /** Decibels by which roles differ from their usual levels. */
  levels?: Partial<Record<'lead' | 'comp' | 'pad' | 'bass' | 'drums', number>>
}

export type DrumPattern = Partial<Record<Voice, string>>

export const styleNames = ['ambient', 'lo-fi', 'synthwave', 'waltz', 'march', 'techno', 'folk', 'cinematic', 'ballad'] as const
export type StyleName = (typeof styleNames)[number]

const none: DrumPattern[] = []

export const styles: Record<StyleName, Style> = {
  ambient: {
    tempo: [54, 68],
    beatsPerBar: 4,
    swing: 0.5,
    minor: 0.45,
    modes: { major: ['lydian', 'major'], minor: ['dorian', 'aeolian'] },
    progressions: {
      major: [
        ['Imaj9 IVmaj9 vi9 IVmaj7', 'Imaj7 iii7 IVmaj9 Iadd9', 'Iadd9 vi7 IVmaj7 Vsus4'],
        ['vi9 IVmaj7 Imaj7 Vsus2', 'IVmaj9 Imaj7 ii9 Vsus4'],
      ],
      minor: [
        ['i9 bVImaj7 bIIImaj7 bVIIadd9', 'i9 iv9 bVImaj7 bVIIsus2', 'i7 bVImaj9 i9 iv7'],
        ['bVImaj7 bVIIadd9 i9 v7', 'iv9 bVImaj7 bIIImaj7 bVIIsus4'],
      ],
    },
    barsPerChord: 1,
    leads: ['bell', 'piano', 'flute', 'glockenspiel'],
    comps: ['rhodes', 'harp', 'bell'],
    pads: ['pad', 'strings', 'choir'],
    basses: ['synth-bass'],
    comp: ['0:4:0 1:3:2 2:2:3 3:1:1', '0:4:0 0.5:3:1 1.5:2:2 2.5:1.5:3', '0:4:U 2.5:1.5:3', '0.5:3:2 2:2:3 3.5:2:1'],
    bass: ['0:4:1', '0:4:1', '0:2:1 2:2:5'],
    drums: none,
    fills: none,
    rhythms: ['r1 3', '2 2', 'r2 1 1', '3 r1', 'r.5 1.5 2', '4'],
    range: [64, 86],
    voicing: { low: 50, high: 74, size: 4 },
    room: [5.2, 1.5],
    echo: 1.5,
    pump: 0,
    vinyl: false,
    low: 1,
    high: -1,
    levels: { pad: 2.5, comp: -2, lead: -2, bass: 3 },
  },
  'lo-fi': {
    tempo: [72, 84],
    beatsPerBar: 4,
    swing: 0.58,
    swingSixteenths: true,
    minor: 0.5,
    modes: { major: ['major', 'mixolydian'], minor: ['dorian', 'aeolian'] },
    progressions: {
      major: [
        ['ii9 V9 Imaj9 vi7', 'Imaj7 vi9 ii9 V7', 'IVmaj7 iii7 ii9 V9', 'Imaj9 iii7 vi9 IVmaj7'],
        ['IVmaj9 iv6 Imaj7 vi7', 'IVmaj7 V9 iii7 vi9'],
      ],
      minor: [
        ['i9 iv9 bVIImaj7 bIIImaj7', 'i9 bVImaj7 iv9 v7', 'bVImaj7 v7 i9 i7'],
        ['bVImaj9 bVII9 i9 i7', 'iv9 v7 i9 bVImaj7'],
      ],
    },
    barsPerChord: 1,
    leads: ['guitar', 'rhodes', 'flute', 'piano'],
    comps: ['rhodes', 'piano', 'guitar'],
    pads: ['pad', null],
    basses: ['bass'],
    comp: ['0:1.7:C 2.5:1.2:U', '0:1.4:C 1.75:0.6:U 3:0.9:C', '0:2.4:C 2.75:1:U', '0.5:1.4:C 2:0.7:U 3.25:0.7:U'],
    bass: ['0:1.4:1 2.5:0.9:5 3.5:0.5:a', '0:0.9:1 1.75:0.5:1 2.5:1.2:8', '0:1.9:1 2:0.7:5 2.75:1.1:1'],
    drums: [
      { 'deep-kick': 'X.....x...x.....', rim: '....X.......X...', hat: 'x.o.x.o.x.o.x.oo' },
      { 'deep-kick': 'X..x......x.....', snare: '....x.......x..o', hat: 'x.x.x.x.x.xox.x.' },
      { 'deep-kick': 'X.....x..x......', snare: '....x.......x...', hat: 'xoxox.xoxoxox.xo', shaker: '..o...o...o...o.' },
    ],
    fills: [{ 'deep-kick': 'X.....x...x.....', snare: '....x.......x.ox', hat: 'x.o.x.o.x.......' }],
    rhythms: ['r1 .75 .25 1 1', '.5 .5 1 r2', 'r.5 .5 .75 .75 1.5', '1.5 .5 r1 1', 'r2 .5 .5 1', '.75 .75 .5 2'],
    range: [62, 81],
    voicing: { low: 50, high: 71, size: 4 },
    room: [1, 0.6],
    echo: 0.75,
    pump: 0.25,
    vinyl: true,
    low: 1.5,
    high: -3,
    levels: { lead: -2, comp: 1 },
  },
  synthwave: {
    tempo: [88, 112],
    beatsPerBar: 4,
    swing: 0.5,
    minor: 0.85,
    modes: { major: ['major'], minor: ['aeolian', 'dorian'] },
    progressions: {
      major: [
        ['I V vi IV', 'vi IV I V', 'I iii IV V'],
        ['IV V vi I', 'IV I V vi'],
      ],
      minor: [
        ['i bVI bIII bVII', 'i bVII bVI bVII', 'i iv bVI V', 'i bIII bVII iv'],
        ['bVI bVII i i', 'iv bVI bVII i', 'bVI bIII bVII i'],
      ],
    },
    barsPerChord: 1,
    leads: ['lead', 'lead', 'bell'],
    comps: ['stab', 'lead'],
    pads: ['pad', 'strings'],
    basses: ['synth-bass'],
    comp: [
      '0:0.25:0 0.25:0.25:1 0.5:0.25:2 0.75:0.25:3 1:0.25:2 1.25:0.25:1 1.5:0.25:2 1.75:0.25:3 2:0.25:0 2.25:0.25:1 2.5:0.25:2 2.75:0.25:3 3:0.25:4 3.25:0.25:3 3.5:0.25:2 3.75:0.25:1',
      '0:0.25:0 0.5:0.25:2 0.75:0.25:1 1:0.25:3 1.5:0.25:2 1.75:0.25:1 2:0.25:0 2.5:0.25:2 2.75:0.25:1 3:0.25:4 3.5:0.25:3 3.75:0.25:2',
      '0:0.25:2 0.25:0.25:0 0.5:0.25:1 0.75:0.25:2 1:0.25:3 1.25:0.25:0 1.5:0.25:1 1.75:0.25:3 2:0.25:2 2.25:0.25:0 2.5:0.25:1 2.75:0.25:2 3:0.25:4 3.25:0.25:0 3.5:0.25:3 3.75:0.25:1',
    ],
    bass: [
      '0:0.45:1 0.5:0.45:1 1:0.45:1 1.5:0.45:1 2:0.45:1 2.5:0.45:1 3:0.45:1 3.5:0.45:8',
      '0:0.4:1 0.5:0.4:8 1:0.4:1 1.5:0.4:8 2:0.4:1 2.5:0.4:8 3:0.4:1 3.5:0.4:5',
    ],
    drums: [
      { kick: 'X...x...X...x...', snare: '....X.......X...', hat: 'x.x.x.x.x.x.x.x.' },
      { kick: 'X.....x.X.......', snare: '....X.......X...', hat: 'xoxoxoxoxoxoxoxo', 'open-hat': '..............x.' },
    ],
    fills: [{ kick: 'X...x...X.......', snare: '....X.......X.xX', tom: '........xxxx....' }],
    rhythms: ['2 1 1', '1.5 1.5 1', '3 .5 .5', 'r1 1 1 1', '1 .5 .5 2', '4'],
    range: [64, 84],
    voicing: { low: 55, high: 76, size: 3 },
    room: [2.2, 0.9],
    echo: 0.75,
    pump: 0.5,
    vinyl: false,
    low: 1,
    high: 1,
    levels: { comp: -2.5, drums: 1 },
  },
  waltz: {
    tempo: [126, 168],
    beatsPerBar: 3,
    swing: 0.5,
    minor: 0.5,
    modes: { major: ['major'], minor: ['harmonic minor'] },
    progressions: {
      major: [
        ['I I V7 V7 V7 V7 I I', 'I vi ii V7 I vi ii V7', 'I V/ii ii ii V7 V7 I I', 'I I IV IV V7 V7 I V7'],
        ['IV IV I I V7 V7 I I', 'vi V/vi vi I ii V7 I I', 'IV iv I V/ii ii V7 I I'],
      ],
      minor: [
        ['i i V7 V7 V7 V7 i i', 'i iv i V7 i iv V7 i', 'i i iv iv V7 V7 i i', 'i V7/iv iv V7 i iv V7 i'],
        ['bIII bIII bVII bVII iv i V7 i', 'bVI bVI bIII bIII iv V7 i i'],
      ],
    },
    barsPerChord: 1,
    leads: ['accordion', 'strings', 'flute', 'piano'],
    comps: ['piano', 'accordion', 'guitar'],
    pads: ['strings', null],
    basses: ['bass'],
    comp: ['1:0.7:U 2:0.7:U', '1:0.6:U 2:0.6:U', '1:0.7:U 2:0.4:U 2.5:0.4:U'],
    bass: ['0:1:1', '0:1.2:1', '0:0.9:1 2:0.6:a'],
    drums: [
      { 'frame-drum': 'x...........', shaker: '....o...o...' },
      { 'frame-drum': 'x...........', tambourine: '....x...o...' },
    ],
    fills: [{ 'frame-drum': 'x.......x.x.', tambourine: '....x...x...' }],
    rhythms: ['2 1', '1 1 1', '3', '1.5 .5 1', '1 2', '.5 .5 1 1', '2 .5 .5'],
    range: [62, 82],
    voicing: { low: 53, high: 71, size: 4 },
    room: [1.8, 0.9],
    echo: null,
    pump: 0,
    vinyl: false,
    low: 0.5,
    high: 0,
    levels: { drums: -5, lead: 0.5, bass: 3 },
  },
  march: {
    tempo: [108, 122],
    beatsPerBar: 4,
    swing: 0.5,
    minor: 0.15,
    modes: { major: ['major'], minor: ['harmonic minor'] },
    progressions: {
      major: [
        ['I I V7 I IV I V7 I', 'I vi IV V7 I vi ii V7', 'I IV I V7 I IV V7 I'],
        ['IV IV I I V/V V7 I I', 'vi V/vi vi I IV V7 I I'],
      ],
      minor: [['i iv i V7 i iv V7 i', 'i bVI iv V7 i bVI V7 i'], ['bIII bVII i V7 iv i V7 i']],
    },
    barsPerChord: 1,
    leads: ['brass'],
    comps: ['brass', 'strings'],
    pads: [null, 'strings'],
    basses: ['tuba'],
    comp: ['0.5:0.3:U 1.5:0.3:U 2.5:0.3:U 3.5:0.3:U', '0.5:0.3:U 1.5:0.3:U 2.5:0.3:U 3.25:0.2:U 3.5:0.3:U'],
    bass: ['0:0.7:1 1:0.7:5 2:0.7:1 3:0.7:5', '0:0.7:1 1:0.7:5 2:0.7:1 3:0.5:a'],
    drums: [
      { 'frame-drum': 'X.......X.......', snare: '..x.x.xx..x.x.xx', crash: '' },
      { 'frame-drum': 'X...x...X...x...', snare: 'x.xxx.x.x.xxx.x.' },
      { 'frame-drum': 'X.......X.......', snare: 'X.ooX.ooX.ooXoxo' },
    ],
    fills: [{ 'frame-drum': 'X.......X...X...', snare: 'x.xxx.xxxxxxXXXX' }],
    rhythms: ['1 1 1 1', '.75 .25 1 .75 .25 1', '1.5 .5 1 1', '2 1 1', '1 .5 .5 2', '.75 .25 .75 .25 2', '3 1'],
    range: [60, 79],
    voicing: { low: 53, high: 69, size: 4 },
    room: [1.6, 0.9],
    echo: null,
    pump: 0,
    vinyl: false,
    low: 1,
    high: 0.5,
    levels: { drums: -1, lead: 1.5, comp: -1, bass: 1 },
  },
  techno: {
    tempo: [122, 134],
    beatsPerBar: 4,
    swing: 0.5,
    minor: 0.95,
    modes: { major: ['mixolydian'], minor: ['aeolian', 'phrygian', 'dorian'] },
    progressions: {
      major: [['I I I I', 'I I bVII bVII'], ['I I bVII IV']],
      minor: [
        ['i i i i', 'i i bVI bVII', 'i i i bVII'],
        ['i bVI i bVII', 'bVI bVI bVII i'],
      ],
    },
    barsPerChord: 1,
    leads: ['lead', 'stab'],
    comps: ['stab'],
    pads: ['pad', null],
    basses: ['synth-bass'],
    comp: [
      '0.5:0.2:C 1.75:0.2:C 2.5:0.2:C',
      '0.75:0.2:C 1.5:0.2:C 3.25:0.2:C',
      '0.5:0.2:C 1.25:0.2:C 2.75:0.2:C 3.5:0.2:C',
      '1:0.2:C 1.75:0.2:C 3:0.4:C',
    ],
    bass: [
      '0.25:0.2:1 0.5:0.2:1 0.75:0.2:1 1.25:0.2:1 1.5:0.2:1 1.75:0.2:1 2.25:0.2:1 2.5:0.2:1 2.75:0.2:1 3.25:0.2:1 3.5:0.2:8 3.75:0.2:1',
      '0.5:0.35:1 1.5:0.35:1 2.5:0.35:1 3.25:0.2:8 3.5:0.35:1',
      '0.25:0.2:1 0.75:0.2:8 1.25:0.2:1 1.75:0.2:1 2.25:0.2:1 2.75:0.2:8 3.25:0.2:1 3.75:0.2:5',
    ],
    drums: [
      { kick: 'X...X...X...X...', clap: '....x.......x...', 'open-hat': '..x...x...x...x.', hat: 'o.oo.oooo.oo.ooo' },
      { kick: 'X...X...X...X...', 'open-hat': '..x...x...x...x.', rim: '...o..x....o.x..', clap: '....x.......x...' },
      { kick: 'X...X...X...X.x.', clap: '....x.......x..o', 'open-hat': '..x...x...x...x.', shaker: 'oxoxoxoxoxoxoxox' },
    ],
    fills: [
      { kick: 'X...X...X.......', clap: '....x.......xxxx', 'open-hat': '..x...x...x.....' },
      { kick: 'X...X...X.x.x.xx', clap: '....x.......x...', snare: '........o.o.xxXX' },
    ],
    rhythms: ['.25 .25 .5 .25 .25 .5 r2', '.75 .75 .5 r2', '.5 r.5 .25 .75 r2', 'r1 .25 .25 .5 r2', '.75 .25 r1 .5 .5 r1'],
    range: [57, 74],
    voicing: { low: 52, high: 70, size: 3 },
    room: [1.1, 0.7],
    echo: 0.75,
    pump: 0.75,
    vinyl: false,
    low: 2,
    high: 1,
    levels: { drums: 0, lead: -1.5, comp: 0.5, bass: 0, pad: 1 },
  },
  folk: {
    tempo: [92, 118],
    beatsPerBar: 4,
    swing: 0.53,
    minor: 0.5,
    modes: { major: ['major', 'mixolydian'], minor: ['dorian', 'aeolian'] },
    progressions: {
      major: [
        ['I IV I V', 'I V vi IV', 'I bVII IV I', 'I vi IV V'],
        ['IV I V I', 'vi IV I V', 'IV V I vi'],
      ],
      minor: [
        ['i bVII i v', 'i bIII bVII i', 'i IV i bVII', 'i bVI bVII i'],
        ['bIII bVII i v', 'bVI bVII i i', 'iv i bVII i'],
      ],
    },
    barsPerChord: 1,
    leads: ['flute', 'strings', 'accordion', 'harp'],
    comps: ['guitar', 'harp'],
    pads: [null, 'strings'],
    basses: ['bass'],
    comp: [
      '0:1:0 0.5:0.9:2 1:0.9:3 1.5:0.9:2 2:1:1 2.5:0.9:2 3:0.9:3 3.5:0.5:2',
      '0:1:0 0.5:0.9:3 1:0.9:2 1.5:0.9:4 2:1:1 2.5:0.9:3 3:0.9:2 3.5:0.5:4',
      '0:1.4:C 1:0.5:U 1.5:0.4:U 2.5:0.5:U 3:0.9:C 3.5:0.4:U',
    ],
    bass: ['0:1.8:1 2:1.8:5', '0:1.4:1 1.5:0.4:1 2:1.4:5 3.5:0.4:a'],
    drums: [
      { 'frame-drum': 'X.....x.x.......', tambourine: '....x.......x...', shaker: 'x.o.x.o.x.o.x.o.' },
      { 'frame-drum': 'X...x.x...x.x...', shaker: 'xoxoxoxoxoxoxoxo' },
    ],
    fills: [{ 'frame-drum': 'X..x..x.x.x.xxxx', tambourine: '....x.......x.x.' }],
    rhythms: ['1 .5 .5 1 1', '1.5 .5 1 1', '.5 .5 .5 .5 1 1', '1 1 2', '2 .5 .5 1', '1 .5 .5 .5 .5 1', '3 1'],
    range: [62, 82],
    voicing: { low: 47, high: 69, size: 4 },
    room: [1.4, 0.8],
    echo: null,
    pump: 0,
    vinyl: false,
    low: 0,
    high: 0.5,
    levels: { drums: -2, lead: 0.5 },
  },
  cinematic: {
    tempo: [76, 98],
    beatsPerBar: 4,
    swing: 0.5,
    minor: 0.75,
    modes: { major: ['major', 'lydian'], minor: ['aeolian', 'dorian'] },
    progressions: {
      major: [
        ['I V vi IV', 'I iii IV V', 'I bVII IV I', 'vi IV I V'],
        ['IV V vi iii', 'bVI bVII I I', 'IV I V vi'],
      ],
      minor: [
        ['i bVI bIII bVII', 'i iv bVI V', 'i bVII bVI V', 'i bVI iv V'],
        ['bVI bVII i bIII', 'iv bVI bIII bVII', 'bVI bIII bVII i'],
      ],
    },
    barsPerChord: 1,
    leads: ['brass', 'strings', 'choir'],
    comps: ['pizzicato', 'strings', 'piano'],
    pads: ['strings', 'choir'],
    basses: ['tuba', 'bass'],
    comp: [
      '0:0.4:0 0.5:0.4:2 1:0.4:1 1.5:0.4:2 2:0.4:0 2.5:0.4:2 3:0.4:1 3.5:0.4:2',
      '0:0.4:0 0.5:0.4:0 0.75:0.2:0 1:0.4:2 1.5:0.4:1 2:0.4:0 2.5:0.4:0 2.75:0.2:0 3:0.4:2 3.5:0.4:1',
      '0:0.4:0 0.5:0.4:1 1:0.4:2 1.5:0.4:3 2:0.4:2 2.5:0.4:1 3:0.4:2 3.5:0.4:1',
    ],
    bass: ['0:3.8:1', '0:1.9:1 2:1.9:1', '0:2.8:1 3:0.9:5'],
    drums: [
      { timpani: 'X...............', tom: '........x.......' },
      { timpani: 'X.......x.......', tom: '......x.....x.x.', 'frame-drum': 'X.......X.......' },
      { timpani: 'X.....x.X.......', tom: 'x..x..x.x..x..xx', 'frame-drum': 'X.......X.......', crash: 'X...............' },
    ],
    fills: [{ timpani: 'X.......oooxxxXX', tom: 'x..x..x.x.x.xxxx', 'frame-drum': 'X.......X...X...' }],
    rhythms: ['4', '2 2', '3 1', '2 1 1', '1.5 .5 2', 'r1 1 2', '1 1 2'],
    range: [57, 79],
    voicing: { low: 48, high: 72, size: 4 },
    room: [3.4, 1.2],
    echo: null,
    pump: 0,
    vinyl: false,
    low: 1.5,
    high: 0,
    levels: { pad: 1, drums: 0, lead: 1 },
  },
  ballad: {
    tempo: [66, 88],
    beatsPerBar: 4,
    swing: 0.5,
    minor: 0.5,
    modes: { major: ['major'], minor: ['aeolian', 'dorian'] },
    progressions: {
      major: [
        ['I V vi IV', 'Iadd9 vi7 IVmaj7 Vsus4', 'I iii vi IV', 'Imaj7 IVmaj7 ii7 V', 'I V/vi vi IV'],
        ['IV V iii vi', 'vi IV I V', 'IVmaj7 iv6 I V'],
      ],
      minor: [
        ['i bVI bIII bVII', 'i iv bVII bIII', 'i v bVI iv', 'i9 bVImaj7 iv7 V7'],
        ['bVI bVII i bIII', 'iv bVII bIII bVI', 'bVI bIII iv V'],
      ],
    },
    barsPerChord: 1,
    leads: ['piano', 'flute', 'strings', 'guitar'],
    comps: ['piano', 'guitar', 'harp'],
    pads: ['strings', 'pad'],
    basses: ['bass'],
    comp: [
      '0:3.8:0 0.5:1:1 1:1:2 1.5:1:3 2:1.9:1 2.5:1:2 3:1:3 3.5:0.5:2',
      '0:3.8:0 0.5:1:2 1:1:3 1.5:1:2 2:1.9:4 2.5:1:3 3:1:2 3.5:0.5:1',
      '0:1.9:C 1:0.9:U 2:1.9:C 3:0.9:U',
      '0:3.8:0 0.5:0.9:2 1:0.9:3 2:1.9:1 2.5:0.9:2 3:0.9:3',
    ],
    bass: ['0:3.8:1', '0:2.4:1 2.5:1.3:5', '0:1.9:1 2:1.4:1 3.5:0.4:a'],
    drums: [
      { 'deep-kick': 'X.......x.......', rim: '....x.......x...', shaker: 'o.x.o.x.o.x.o.x.' },
      { 'deep-kick': 'X.....x.x.......', snare: '....x.......x...', hat: 'x.o.x.o.x.o.x.o.', ride: '' },
    ],
    fills: [{ 'deep-kick': 'X.......x.......', snare: '....x.......x.oo', tom: '..............xx', hat: 'x.o.x.o.x.......' }],
    rhythms: ['1.5 .5 2', '1 1 2', '2 1 1', 'r.5 .5 .5 .5 2', '1 .5 .5 2', '3 1', 'r1 1 1 1'],
    range: [60, 80],
    voicing: { low: 48, high: 68, size: 4 },
    room: [2.4, 1],
    echo: null,
    pump: 0,
    vinyl: false,
    low: 0.5,
    high: 0,
    levels: { drums: -3, lead: 1 },
  },
}
