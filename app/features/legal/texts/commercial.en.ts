import type { LegalText, Operator } from '../legal-text.ts'

export default ({ operator, email }: Operator): LegalText => ({
  lead: 'In short: you can use everything you create here for your business, with any pack, any plan and the welcome tokens. Here is what to keep in mind.',
  sections: [
    {
      heading: 'What you may do',
      body: [
        [
          'Publish, print, broadcast and sell the results, on their own or as part of something larger.',
          'Use them in advertising, products, games, films, books, podcasts and client work.',
          'Edit them and combine them with other material.',
          'Transfer your rights to your clients.',
        ],
        `There is no fee per copy, and you don’t have to credit ${operator}. The permission covers results created while you had an account and remains when you close it.`,
      ],
    },
    {
      heading: 'Whose rights they are',
      body: [
        'Between you and us, the results are yours, to the extent the law recognizes rights in them. In many countries a work made by a machine alone has no author and no copyright. Someone with a similar prompt may get a similar result and may use it too. If you need exclusive rights, add work of your own and get legal advice.',
      ],
    },
    {
      heading: 'Models from other providers',
      body: [
        'The built-in engine puts no conditions on its results. Another provider’s model can have its own conditions, for example for logos or certain industries. Its name is shown next to the result, so that you can look them up. We neither relax them nor add to them.',
      ],
    },
    {
      heading: 'What needs care',
      body: [
        [
          'Recognizable people, voices, trademarks and protected characters: you need their owners’ permission.',
          'What you upload: you need the right to process it.',
          'Facts: check names, numbers and claims before you publish them.',
          'Labels: if the law requires generated content to be labeled, labeling it is up to you.',
          'The acceptable use policy applies to commercial and personal use alike.',
        ],
      ],
    },
    {
      heading: 'Music and voices',
      body: [
        'Music made here is composed for your run and is not taken from recordings. You may use it in videos and streams. The voices are synthetic and belong to no living person. You may not register such music with content-ID systems, because others may have similar pieces.',
      ],
    },
    {
      heading: 'For companies',
      body: [
        `If you need invoices with your company’s details, a data processing agreement or a server of your own, write to ${email}. One account is for one person: colleagues need their own.`,
      ],
    },
  ],
})
