/**
 * Twenty people with numbers reserved for fiction (+1 NXX 555-0100 to 0199). The last two digits choose what the simulated
 * carrier does: 00-59 answers, 60-69 busy, 70-79 no answer, 80-89 voicemail, 90-93 declined, 94-95 dead number,
 * 96-97 error, 98 never reports, 99 rings very long. None has 96 to 99: a first campaign should end soon.
 */
export const SAMPLE_CONTACTS_FILENAME = 'sample-contacts.csv'

const PEOPLE = `01 Ada Miller,12 Ben Okafor,23 Carla Rossi,34 David Chen,60 Elena Petrova,05 Farid Haddad,70 Grace Lindqvist,16 Hugo Moreau,\
27 Ines Costa,80 José García,38 Kofi Mensah,49 Lena Fischer,64 Mateo Silva,50 Nadia Novak,90 Omar Aziz,03 Priya Sharma,\
94 Quinn Doyle,14 Rosa Ortiz,25 Sven Larsen,36 Tomoko Sato`

const DAYS = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday']
const TIMES = ["nine o'clock", 'noon', "four o'clock", 'ten thirty', 'two fifteen']

/** Every column that a sample workflow says or dials. */
function personOf(person: string, index: number) {
  const [ending, first_name = '', last_name = ''] = person.split(' ')
  const day = DAYS[index % DAYS.length] as string
  return {
    phone_number: `+120255501${ending}`,
    first_name,
    last_name,
    company: 'Harbor Clinic',
    appointment_date: day,
    appointment_time: TIMES[index % TIMES.length] as string,
    amount_due: `${25 + 7 * index} dollars`,
    due_date: 'the first of the month',
    front_desk_number: '+12025550100',
    agent_number: '+12025550102',
    missed_date: day,
    check_up: 'yearly check-up',
    delivery_date: day,
    delivery_window: 'between ten and noon',
    event_name: 'the open day',
    event_date: day,
    enquiry: 'a heat pump',
    outage_area: 'Harbor Street',
    outage_end: "at six o'clock",
  }
}

const rows = PEOPLE.split(',').map(personOf)

/** The first sample person, for dialogues. */
export const SAMPLE_PERSON = personOf('01 Ada Miller', 0)

export const SAMPLE_CONTACTS_CSV = [Object.keys(SAMPLE_PERSON), ...rows.map((row) => Object.values(row))]
  .map((cells) => `${cells.join(',')}\n`)
  .join('')
