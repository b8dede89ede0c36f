/**
 * JSON from outside has no type until a schema gives it one. The library declares `any`, which takes every annotation without a check; these
 * overloads come first, so a value that is used as anything but `unknown` fails the build.
 */
interface JSON {
  parse(text: string, reviver?: (this: unknown, key: string, value: unknown) => unknown): unknown
}

interface Body {
  json(): Promise<unknown>
}
