import type { LegalText, Operator } from '../documents.ts'

export default ({ operator, email }: Operator): LegalText => ({
  lead: 'In short: use what you make here for your business, with every pack, every plan and with the welcome tokens as well. Below is what to mind.',
  sections: [
    {
      heading: 'What you may do',
      body: [
        [
          'Publish, print, broadcast and sell the results, alone or as a part of something larger.',
          'Use them in advertising, products, games, films, books, podcasts and client work.',
          'Edit them and combine them with other material.',
          'Pass your rights on to your clients.',
        ],
        `There is no fee per copy and no duty to name ${operator}. The permission holds for results made while you had an account, and stays when you close it.`,
      ],
    },
    {
      heading: 'Whose rights they are',
      body: [
        'As between you and us the results are yours, as far as the law knows rights in them at all. In many countries a work made by a machine alone has no author and no copyright. Someone who writes similar words may get a similar result and may use it too. Where you need an exclusive right, put work of your own into it and take advice.',
      ],
    },
    {
      heading: 'Models of other providers',
      body: [
        'The built-in engine puts no conditions on its results. A model of another provider can bring conditions of its own, for instance on logos or on certain trades. Its name stands beside the result, so that you can look them up. We do not soften them and do not add to them.',
      ],
    },
    {
      heading: 'What needs care',
      body: [
        [
          'Recognisable people, voices, marks and protected characters: you need the permission of those they belong to.',
          'What you upload: you need the right to have it worked on.',
          'Facts: check names, numbers and claims before they are printed.',
          'Labels: where the law wants generated content to be marked, marking it is up to you.',
          'The acceptable use policy holds for business as for pleasure.',
        ],
      ],
    },
    {
      heading: 'Music and voices',
      body: [
        'Music made here is composed for your run and is not taken from recordings. You may use it in films and streams. The voices are synthetic and belong to no living person. Registering such music with systems that claim the sound of others is not allowed, because others may have similar pieces.',
      ],
    },
    {
      heading: 'For companies',
      body: [
        `If you need invoices with your company’s details, an agreement on the processing of data, or a server of your own, write to ${email}. One account is meant for one person: colleagues should have their own.`,
      ],
    },
  ],
})
