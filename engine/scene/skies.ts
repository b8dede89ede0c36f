import type { TimeOfDay } from '../understanding/understanding.ts'

/** The sky's colours from the zenith to the horizon, the direct light, and the light in the shade. */
export type SkyChoice = { sky: readonly [string, string, string, string, string]; light: string; ambient: string }

type Choices = readonly [SkyChoice, ...SkyChoice[]]

/** Several skies for each time of day; the seed chooses. */
export const openSkies: Record<TimeOfDay, Choices> = {
  day: [
    { sky: ['#1f66b3', '#3f8ed2', '#77b6e4', '#b4dbf0', '#e3f1f4'], light: '#fff4dc', ambient: '#8fb2d6' },
    { sky: ['#2a7fb8', '#55a4d0', '#8fc9e0', '#c5e5e8', '#f2f3e4'], light: '#fff0d0', ambient: '#93bccb' },
    { sky: ['#3b5fae', '#6488cc', '#95b3e2', '#c8d8f0', '#f3ece6'], light: '#fff2e2', ambient: '#9aaed6' },
    { sky: ['#176a9c', '#2f93bd', '#6cbcd2', '#aedfdf', '#f0efd4'], light: '#ffeec2', ambient: '#88b8c4' },
    { sky: ['#4a86c8', '#7fb0e0', '#b0d2ee', '#dcebf5', '#fbf1e4'], light: '#fff0da', ambient: '#a4bbdc' },
  ],
  dusk: [
    { sky: ['#232a5c', '#5a3f7d', '#b5527a', '#f08a5d', '#ffd08a'], light: '#ffb066', ambient: '#6a5a92' },
    { sky: ['#2b3a67', '#7a5c8c', '#d9776c', '#f9a65a', '#ffe2a0'], light: '#ffbf6e', ambient: '#7a6c94' },
    { sky: ['#3c1f4f', '#7d2a63', '#cf3f5a', '#f5754a', '#ffc46b'], light: '#ff9a58', ambient: '#71497c' },
    { sky: ['#1e3a5f', '#4a6a8a', '#a9889a', '#eda98a', '#ffdcae'], light: '#ffc48c', ambient: '#6f7c9c' },
    { sky: ['#2a2550', '#5d4691', '#a867a8', '#ef8ea0', '#ffd0b0'], light: '#ffb494', ambient: '#75629e' },
    { sky: ['#16325c', '#2f6a8e', '#7fa3a0', '#f0b878', '#ffdf9a'], light: '#ffc576', ambient: '#5f7f96' },
  ],
  dawn: [
    { sky: ['#4a6596', '#7f93bd', '#bfaecb', '#f2bfb4', '#ffe6c4'], light: '#ffd3ac', ambient: '#8a95bc' },
    { sky: ['#3d5a80', '#7ea0be', '#b9cfd6', '#f3d9c6', '#fff0d8'], light: '#ffe2bd', ambient: '#90a8c0' },
    { sky: ['#5b5f97', '#9a86b4', '#d7a3b8', '#f8c3b0', '#fff0cf'], light: '#ffcfae', ambient: '#9a8db6' },
    { sky: ['#4d7a9e', '#86b3c4', '#c3d8cf', '#fbe3b9', '#fff3d2'], light: '#ffe4a8', ambient: '#91b0bc' },
    { sky: ['#6a6fa8', '#a79ac4', '#e0b5c6', '#ffd2c0', '#fff1e0'], light: '#ffd8c2', ambient: '#a59cc2' },
  ],
  night: [
    { sky: ['#050a1f', '#0b1738', '#142850', '#1f3f6b', '#35608a'], light: '#a9c4ee', ambient: '#24396a' },
    { sky: ['#0a0820', '#171238', '#2a1f55', '#3f3473', '#5c5490'], light: '#bdb8f0', ambient: '#322d6a' },
    { sky: ['#04121c', '#0a2230', '#103848', '#1b5260', '#357a7e'], light: '#a8d8de', ambient: '#1f4858' },
    { sky: ['#060b24', '#101a44', '#1d2f68', '#35498a', '#6a6fae'], light: '#c0ccf6', ambient: '#2a3a74' },
  ],
}

/** Under a closed cover of cloud. */
export const closedSkies: Record<TimeOfDay, Choices> = {
  day: [
    { sky: ['#5b6975', '#73828d', '#8d9aa4', '#a9b4b9', '#c6cecf'], light: '#dde2e2', ambient: '#93a0ab' },
    { sky: ['#4e5866', '#666f7d', '#838a97', '#a0a5ac', '#c2c3c3'], light: '#d8d6d3', ambient: '#8b90a0' },
    { sky: ['#6c7a80', '#84939a', '#9fadb1', '#bbc6c6', '#d9dfdb'], light: '#e6e8e2', ambient: '#9dabb0' },
  ],
  dusk: [
    { sky: ['#39415e', '#525478', '#766f92', '#a48fa6', '#d8b4b4'], light: '#e8c2b8', ambient: '#6c6f94' },
    { sky: ['#344656', '#4d6072', '#748290', '#a39fa4', '#d8bfae'], light: '#e8ceb8', ambient: '#68788c' },
  ],
  dawn: [
    { sky: ['#5c6a80', '#78849a', '#9a9fb0', '#bfb8c0', '#e2d3cb'], light: '#ead8ca', ambient: '#8791a6' },
    { sky: ['#5f7480', '#7c9098', '#9cabac', '#bfc6be', '#e3dfcc'], light: '#ece2c8', ambient: '#889ba4' },
  ],
  night: [
    { sky: ['#0b1019', '#131b28', '#1d2838', '#293748', '#3a4859'], light: '#8fa3bb', ambient: '#243044' },
    { sky: ['#100f1c', '#1a192c', '#26253d', '#34334e', '#484762'], light: '#9c9ac0', ambient: '#2a2a46' },
  ],
}

/** Under thunderclouds. */
export const stormSkies: Record<TimeOfDay, Choices> = {
  day: [
    { sky: ['#1f2a33', '#2f3d47', '#48585f', '#6d7c7c', '#a3aa9b'], light: '#c9cbb8', ambient: '#5d6c76' },
    { sky: ['#252736', '#373a4d', '#505469', '#747788', '#a4a2a3'], light: '#c6c0bc', ambient: '#646880' },
  ],
  dusk: [
    { sky: ['#1c1a2e', '#33284a', '#5b3a58', '#97575a', '#d8895c'], light: '#f0a06a', ambient: '#54466c' },
    { sky: ['#1a2233', '#2c384b', '#4c5662', '#857a6c', '#cfa76e'], light: '#e6b87c', ambient: '#505e70' },
  ],
  dawn: [
    { sky: ['#2c3547', '#434d62', '#666d80', '#93929a', '#c9b8ac'], light: '#dcc7b6', ambient: '#646f88' },
    { sky: ['#2a3940', '#40535b', '#62757a', '#929e99', '#c5c8b4'], light: '#d6d3b8', ambient: '#617680' },
  ],
  night: [
    { sky: ['#06080f', '#0c111c', '#151d2b', '#22303f', '#344555'], light: '#8799b4', ambient: '#1e2a3e' },
    { sky: ['#0a0813', '#130f22', '#1f1a35', '#2e284b', '#443d63'], light: '#948fc0', ambient: '#26223f' },
  ],
}
