import type { LegalText, Operator } from '../documents.ts'

export default ({ email }: Operator): LegalText => ({
  lead: 'A tool that makes whatever one describes needs a few limits. They are few, and they are meant.',
  sections: [
    {
      heading: 'What must not be made here',
      body: [
        [
          'Sexual content with minors, in any form and any style, drawings and fiction included. There is no exception, and it is reported.',
          'Pictures, voices or films of real people in intimate, degrading or invented situations without their consent.',
          'Imitations of a real person’s voice or face that are meant to be taken for the real one.',
          'Calls to violence, praise of terror, hatred against people for what they are.',
          'Instructions for weapons, poisons, drugs, malicious programs or break-ins.',
          'Deception: forged documents, false evidence, fake reviews, fraud, interference with elections.',
          'Content that infringes the rights of others, such as copies of protected works or marks.',
        ],
      ],
    },
    {
      heading: 'How the service must not be used',
      body: [
        [
          'Through several accounts in order to collect welcome tokens, or by passing an account on.',
          'In ways that overload it: calls past the published limits, or programs that work around them.',
          'To find ways into it, unless you have agreed on a test with us first.',
          'To pass its results off as the work of a particular person who did not make them, where that misleads.',
        ],
      ],
    },
    {
      heading: 'Say that it is made',
      body: [
        'Where people could take a result for a recording of something that happened, say that it was generated. Many countries require this for pictures, films and voices that look or sound real.',
      ],
    },
    {
      heading: 'What we do about it',
      body: [
        'Models refuse some requests by themselves. A refused run costs nothing. We do not read your work on our own account; we look when someone reports it, when the law demands it, or when the service is being harmed.',
        'After a breach we first write to you, then limit the account, then close it. In grave cases we close it at once and tell the authorities. Bought tokens that are left are refunded unless the breach was grave.',
      ],
    },
    {
      heading: 'Tell us',
      body: [
        `If something made here harms you or someone else, write to ${email} with a link or a description. A person reads it within two working days. If you think we decided wrongly about your account, write to the same address: someone else will look at it again.`,
      ],
    },
  ],
})
