/**
 * Twenty people with numbers reserved for fiction (+1 NXX 555-0100 to 0199). The last two digits choose what the simulated
 * carrier does: 00-59 answers, 60-69 busy, 70-79 no answer, 80-89 voicemail, 90-93 declined, 94-95 dead number,
 * 96-97 error, 98 never reports, 99 rings very long. None has 96 to 99: a first campaign should end soon.
 */
export const SAMPLE_CONTACTS_FILENAME = 'sample-contacts.csv'

export const SAMPLE_CONTACTS_CSV = `phone_number,first_name,last_name,company,appointment_date,appointment_time,amount_due,due_date,front_desk_number,agent_number
+12025550101,Ada,Miller,Harbor Clinic,Monday,nine o'clock,25 dollars,the first of the month,+12025550100,+12025550102
+12025550112,Ben,Okafor,Harbor Clinic,Tuesday,noon,32 dollars,the first of the month,+12025550100,+12025550102
+12025550123,Carla,Rossi,Harbor Clinic,Wednesday,four o'clock,39 dollars,the first of the month,+12025550100,+12025550102
+12025550134,David,Chen,Harbor Clinic,Thursday,ten thirty,46 dollars,the first of the month,+12025550100,+12025550102
+12025550160,Elena,Petrova,Harbor Clinic,Friday,two fifteen,53 dollars,the first of the month,+12025550100,+12025550102
+12025550105,Farid,Haddad,Harbor Clinic,Monday,nine o'clock,60 dollars,the first of the month,+12025550100,+12025550102
+12025550170,Grace,Lindqvist,Harbor Clinic,Tuesday,noon,67 dollars,the first of the month,+12025550100,+12025550102
+12025550116,Hugo,Moreau,Harbor Clinic,Wednesday,four o'clock,74 dollars,the first of the month,+12025550100,+12025550102
+12025550127,Ines,Costa,Harbor Clinic,Thursday,ten thirty,81 dollars,the first of the month,+12025550100,+12025550102
+12025550180,José,García,Harbor Clinic,Friday,two fifteen,88 dollars,the first of the month,+12025550100,+12025550102
+12025550138,Kofi,Mensah,Harbor Clinic,Monday,nine o'clock,95 dollars,the first of the month,+12025550100,+12025550102
+12025550149,Lena,Fischer,Harbor Clinic,Tuesday,noon,102 dollars,the first of the month,+12025550100,+12025550102
+12025550164,Mateo,Silva,Harbor Clinic,Wednesday,four o'clock,109 dollars,the first of the month,+12025550100,+12025550102
+12025550150,Nadia,Novak,Harbor Clinic,Thursday,ten thirty,116 dollars,the first of the month,+12025550100,+12025550102
+12025550190,Omar,Aziz,Harbor Clinic,Friday,two fifteen,123 dollars,the first of the month,+12025550100,+12025550102
+12025550103,Priya,Sharma,Harbor Clinic,Monday,nine o'clock,130 dollars,the first of the month,+12025550100,+12025550102
+12025550194,Quinn,Doyle,Harbor Clinic,Tuesday,noon,137 dollars,the first of the month,+12025550100,+12025550102
+12025550114,Rosa,Ortiz,Harbor Clinic,Wednesday,four o'clock,144 dollars,the first of the month,+12025550100,+12025550102
+12025550125,Sven,Larsen,Harbor Clinic,Thursday,ten thirty,151 dollars,the first of the month,+12025550100,+12025550102
+12025550136,Tomoko,Sato,Harbor Clinic,Friday,two fifteen,158 dollars,the first of the month,+12025550100,+12025550102
`
