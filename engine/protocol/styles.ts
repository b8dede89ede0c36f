export const pictureStyles = ['auto', 'poster', 'watercolour', 'ink', 'low-poly', 'pixel', 'paper', 'line', 'neon'] as const
