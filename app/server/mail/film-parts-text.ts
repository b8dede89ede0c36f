/** How the parts of a film have ended that were made together; also of notifications. */
export const filmPartsText = /*i18n*/ {
  id: 'mail.film_parts',
  message:
    '{ready, plural, =0 {We couldn’t create the parts of your film} one {# part of your film is ready} other {# parts of your film are ready}}{failed, plural, =0 {} other {, # failed}}',
}
