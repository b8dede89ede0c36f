import type { Stage } from '../stage.ts'

export const roughnessOf = ({ brief }: Stage, calm: number) =>
  brief.storm
    ? 1.8
    : brief.wind
      ? Math.max(calm, 0.9)
      : brief.falling === 'rain'
        ? Math.max(calm, 0.5)
        : brief.moods.has('calm')
          ? calm * 0.55
          : calm
