import * as v from 'valibot'

/** Fields of forms, which are texts. */

export const formWhole = v.pipe(v.string('invalid'), v.regex(/^\d{1,9}$/, 'invalid'), v.transform(Number))
export const formFlag = v.pipe(
  v.picklist(['true', 'false'], 'not_an_option'),
  v.transform((text) => text === 'true'),
)
