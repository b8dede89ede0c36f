import type { LegalText, Operator } from '../documents.ts'
import { config } from '#config'

export default ({ operator, address, email, jurisdiction }: Operator): LegalText => ({
  lead: `These are the terms between you and ${operator}, who runs this service. You agree to them when you create an account.`,
  sections: [
    {
      heading: 'The service',
      body: [
        `${config.name} makes video, images, audio and text from what you write or upload. Results come from the models in the list: a built-in engine that works by rules, and, where the operator has connected them, models of other providers. The name of the model stands beside every result.`,
        'Results are made automatically. They can be wrong, odd or similar to what others get from similar words. Check a result before you rely on it.',
      ],
    },
    {
      heading: 'Your account',
      body: [
        'You need to be of age in your country, or have the consent of a parent or guardian. Give an e-mail address that is yours, and keep the password to yourself: what is done under your account counts as done by you until you tell us that someone else has it.',
        'You may delete the account at any time in the settings. It goes a week later, and unused tokens with it.',
      ],
    },
    {
      heading: 'Your work',
      body: [
        'What you write and upload stays yours, and so, as between you and us, do the results. You give us only the permission to store and process them in order to serve you. We do not show your work to others and do not train models on it.',
        'You answer for having the right to what you upload and for what you do with the results. The acceptable use policy is a part of these terms.',
      ],
    },
    {
      heading: 'Tokens',
      body: [
        'A run is paid for with tokens at the price shown before it starts. Tokens are set aside at the start and spent when the result is ready. If a run fails, all of them come back. The offer says what a run costs that you stop.',
        'Tokens are a right to use this service. They are not money, bear no interest and cannot be passed on. How they are sold is written in the offer.',
      ],
    },
    {
      heading: 'What we promise, and what we do not',
      body: [
        'We keep the service running with reasonable care and tell you of planned breaks. It may still be interrupted. We do not promise that a particular model stays available.',
        'We are liable without limit for intent, gross negligence and harm to life or health. Otherwise our liability is limited to what you paid in the twelve months before the event. Rights that the law gives consumers remain.',
      ],
    },
    {
      heading: 'Changes and the end',
      body: [
        'When these terms change in a way that matters, we write to you at least 14 days before. If you do not agree, you may delete the account, and unused bought tokens are refunded.',
        'We may close an account that breaks the acceptable use policy. We say why, and hear you first unless harm is near.',
      ],
    },
    {
      heading: 'Law and contact',
      body: [`The law of ${jurisdiction} applies. ${operator}, ${address}. Write to ${email}.`],
    },
  ],
})
