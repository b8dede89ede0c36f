/** Opened by a press on the board, and loaded together, since one is followed by the others. */
export { Cut } from './cut.tsx'
export { FilmSettings } from './film-settings.tsx'
export { RoleForm } from './role-form.tsx'
export { ShotPanel } from './shot-panel.tsx'
