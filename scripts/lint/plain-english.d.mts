export function findPrivateWords(text: string, path?: string): string | undefined
export function findPrivateName(name: string): string | undefined
export function findInvertedStart(text: string): string | undefined
export function findForbiddenString(text: string, locale: 'en' | 'ru', id: string): string | undefined
export function findTestFragment(name: string): string | undefined
