/** The gallery that a newcomer finds after the first start; the first is the one to begin with. */
import { appointmentReminder } from './appointment-reminder.ts'
import { consentRenewal } from './gallery/consent-renewal.ts'
import { deliveryWindow } from './gallery/delivery-window.ts'
import { eventInvitation } from './gallery/event-invitation.ts'
import { healthRecall } from './gallery/health-recall.ts'
import { leadQualification } from './gallery/lead-qualification.ts'
import { noShowFollowUp } from './gallery/no-show-follow-up.ts'
import { outageNotice } from './gallery/outage-notice.ts'
import { personPresses, personSays, type SampleWorkflow, sampleDialogue } from './gallery/parts.ts'
import { preVisit } from './gallery/pre-visit.ts'
import { paymentReminder } from './payment-reminder.ts'
import { receptionist } from './receptionist.ts'
import { satisfactionSurvey } from './satisfaction-survey.ts'

export const SAMPLE_WORKFLOWS: readonly [SampleWorkflow, ...SampleWorkflow[]] = [
  {
    name: 'Appointment reminder (sample)',
    definition: appointmentReminder,
    dialogues: [
      sampleDialogue(
        'Will come',
        [personSays('Yes.', 'question'), personSays('Yes, I will be there.', 'confirmed')],
        'confirmed',
      ),
      sampleDialogue('Somebody else answers', [personSays('This is her husband.', 'other-person')], 'another_person'),
      sampleDialogue('Asks not to be called', [{ text: 'Please stop calling me.' }], 'do_not_call'),
      sampleDialogue('A mailbox hears the message', [{ machine: true }], 'voicemail_left'),
    ],
  },
  {
    name: 'Satisfaction survey (sample)',
    definition: satisfactionSurvey,
    dialogues: [
      sampleDialogue(
        'Is satisfied',
        [personSays('Yes, go ahead.', 'rating'), personPresses('5', 'again'), personSays('Yes.', 'thanks')],
        'thanks',
        { rating: '5', recommends: 'yes' },
      ),
      sampleDialogue(
        'Is not satisfied',
        [personPresses('1', 'rating'), personPresses('2', 'reason'), personSays('I waited for two hours.', 'thanks')],
        'thanks',
        { rating: '2' },
      ),
      sampleDialogue('Has no time', [personSays('I have no time.', 'another-time')], 'another_time'),
    ],
  },
  {
    name: 'Payment reminder (sample)',
    definition: paymentReminder,
    dialogues: [
      sampleDialogue(
        'Promises a day',
        [
          personSays('Speaking.', 'bill', '25 dollars'),
          personSays('I will pay.', 'when'),
          personSays('The tenth of December.', 'when', 'December 10'),
          personSays('Yes.', 'promised'),
        ],
        'promised',
      ),
      sampleDialogue(
        'Another person hears no amount',
        [personSays('No, this is her husband.', 'wrong-person')],
        'another_person',
      ),
      sampleDialogue('A wrong number is not called again', [personPresses('9', 'wrong-number')], 'wrong_number'),
    ],
  },
  {
    name: 'Receptionist for incoming calls (sample)',
    definition: receptionist,
    dialogues: [
      sampleDialogue(
        'Wants an appointment',
        [
          personSays('I need an appointment.', 'day'),
          personSays('The tenth of December.', 'day'),
          personSays('Yes.', 'wish'),
        ],
        'appointment_wished',
      ),
      sampleDialogue(
        'Leaves a message',
        [personPresses('2', 'note'), personSays('Ada Miller, please send me the bill.', 'noted')],
        'message_taken',
      ),
    ],
  },
  noShowFollowUp,
  healthRecall,
  preVisit,
  deliveryWindow,
  eventInvitation,
  leadQualification,
  consentRenewal,
  outageNotice,
]
