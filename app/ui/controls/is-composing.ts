/**
 * Whether a key belongs to an input method: Enter confirms the word that is being composed and must not send. Safari ends the composition
 * before that key, whose code then is the only sign.
 */
export const isComposing = ({ isComposing: composes, keyCode }: Pick<KeyboardEvent, 'isComposing' | 'keyCode'>): boolean =>
  composes || keyCode === 229
