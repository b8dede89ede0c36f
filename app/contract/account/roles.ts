/** Roles of people on an installation, from the least to the most trusted. */
export const roles = ['member', 'support', 'operator', 'owner'] as const
export type Role = (typeof roles)[number]

export const isRole = (value: unknown): value is Role => roles.some((role) => role === value)
