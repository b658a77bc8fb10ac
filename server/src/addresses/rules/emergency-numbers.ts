/**
 * Short numbers that ring an emergency or crisis service. A machine must never call them, from whatever list, so they are
 * refused as contacts, as single calls and as destinations of transfers.
 *
 * Source of the table: the emergency numbers in `resources/ShortNumberMetadata.xml` of github.com/google/libphonenumber
 * (July 2026), written out. Lines with the same numbers share their countries.
 */
import { type CountryCode, getCountryCallingCode, isSupportedCountry } from 'libphonenumber-js/min'

const EMERGENCY_NUMBERS_OF_COUNTRIES = `
AC,AG,LC,MS,SH,TC,VC,VG 911 999
AD 110 112 116 118
AE,PL 112 997 998 999
AF 100 102 119
AI,AS,BM,GD,GU,KY,MH,MP,PA,PR,PW,TV,VI 911
AL 112 127 128 129
AM,KG 101 102 103
AO 112 113 115
AR 100 101 107 911
AT 112 122 133 144
AU 000 106 112
AW 100 911
AX,FI,GL,IS,KW,MT,RO,ST,VU 112
AZ,BY,KZ,TJ,UA 101 102 103 112
BA 122 123 124
BB 211 311 511 911
BD 100 101 102 199 999
BE 100 101 112
BF,DJ,KM,MR,SN,TD 17 18
BG 112 150 160 166
BH 199 999
BI 112 113 117
BJ 112 114 116 117 118
BL 18
BN 991 993 995
BO 110 118 119
BQ,CA,CR,CW,DO,NL,US 112 911
BR 112 128 190 192 193 911
BS 911 919
BT,NO,SJ,SY 110 112 113
BW 911 997 998 999
BZ 90 911 990
CC,CX 000 112
CD 113 114 118 177 188
CF 117 118 1220
CG 117 118
CH,LI 112 117 118 144
CI 110 111 170 180
CK 996 998 999
CL 131 132 133 911
CM 13 17 113 117
CN 110 119 120
CO 112 119 123 132 156
CU 104 105 106
CV 130 131 132
CY 112 199
CZ 112 150 151 152 153 154 155 156 157 158 159
DE,EE 110 112
DK,FO 112 114
DM,KN 333 911 999
DZ 14 17 112
EC 101 102 112 911
EG 122 123 180
EH,MA 15 19 177
ER 112 113 114 116 124422 127799 201606 201917 202099 202914
ES 085 088 112
ET 91 92 93 911 939 991 997
FJ 911 917
FK,IM,MO,NU,QA,SB,SC,SD,SS,SZ,UG 999
FM 911 320221
FR,MC,MQ,RE 15 17 18 112
GA 18 1300 1301 1302 1303 1304 1305 1306 1307 1308 1309 1310 1311 1312 1313 1314 1315 1316 1317 1318 1319 1320 1321 1322 1323 1324 1325 1326 1327 1328 1329 1330 1331 1332 1333 1334 1335 1336 1337 1338 1339 1340 1341 1342 1343 1344 1345 1346 1347 1348 1349 1350 1351 1352 1353 1354 1355 1356 1357 1358 1359 1360 1361 1362 1363 1364 1365 1366 1367 1368 1369 1370 1371 1372 1373 1374 1375 1376 1377 1378 1379 1380 1381 1382 1383 1384 1385 1386 1387 1388 1389 1390 1391 1392 1393 1394 1395 1396 1397 1398 1399 1730
GB,GG,IE,JE,MY 112 999
GE 011 022 033 111 112 113 122
GF,GP,MF,ML,PF,PM,WF 15 17 18
GH 191 192 193 999
GI 112 190 199
GM 16 17 18 116 117 118
GR 100 112 166 199
GT 110 120 123
GW 113 117 118
GY 911 912 913
HK 112 992 999
HN,MM,NG 199
HR 93 94 112 192 193 194
HT 114 118
HU 104 105 107 112
ID 110 112 113 118 119
IL 100 101 102 112
IN 100 101 102 108 112 1298 2611
IQ 100 104 115 122
IR 110 112 115 125 911
IT,VA 112 113 115 118
JM 110 112 119 911
JO 112 191 192 197 911
JP 110 119
KE 112 114 999
KH 117 118 119 666
KI 192 193 194 195 992 993 994
KP 112 119 819
KR 112 119
LA 190 191 195
LB 112 140 175 999
LK 110 112 116 118 119
LR 355 911
LS 112 115 117
LT 01 02 03 011 022 033 101 102 103 112
LU,SI 112 113
LV 01 02 03 110 112 113
LY 190 191 193
MD 112 901 902 903
ME 112 122 123 124
MG 17 18 117 118
MK,XK 112 192 193 194
MN 100 101 102 103 105
MU 114 115 995 999
MV 102 118 119
MW 199 997 998 999
MX 060 065 066 068 080 911
MZ 117 119 197 198
NA 10111
NC 15 16 17 18
NE 15 17 18 118 723141
NF 911 955 977
NI 115 118 120 128
NP 100 101 102 103 112
NR 110 111 112
NZ 111
OM 1444 9999
PE 105 116 117
PG 000 110 111
PH 112 117 911
PK 15 16 112 115 1122
PS 100 101 102
PT,TL 112 115
PY,UY 128 911
RS 92 93 94 112
RU 01 02 03 101 102 103 112
RW 111 112
SA 112 911 997 999
SE 112 90000
SG 993 995 999
SK 112 150 155 158
SL 019 999
SM 113 115 118
SO 555 888 999
SR 115
SV 911 913
SX 919
TG 117 118 171 172 177
TH 191 199 1669
TM 01 02 03
TN 190 197 198
TO 911 922 933 999
TR 110 112 155
TT 990 999
TW 110 112 119
TZ 110 111 112 114 115 999
UZ 01 02 03 001 002 003 050
VE 112 171 911
VN 113 114 115
WS 911 994 995 996 999
YE 191 194 195 199
YT 15 112
ZA 112 10111 10177
ZM 112 991 993 999
ZW 112 993 994 995 999
`

/** Emergency numbers of so many countries that no PBX gives them to a desk; GSM networks route 112 and 911 everywhere. */
const EVERYWHERE: ReadonlySet<string> = new Set(
  '000 110 111 112 113 115 117 118 119 190 191 192 193 911 999'.split(' '),
)

/** Child and crisis lines of the European Union (Commission Decision 2007/116/EC). */
const HARMONISED = /^116\d{3}$/
/** 211 to 911, and 988 for crises (47 CFR 52.15 and 52.200). */
const NORTH_AMERICAN = /^(?:[2-9]11|988)$/
const NORTH_AMERICA = '1'
/** The digit that many PBXs require before an external number. */
const OUTSIDE_LINE = /^[09](?=\d{3})/

let tables: {
  ofCountry: Map<string, ReadonlySet<string>>
  all: ReadonlySet<string>
  international: ReadonlySet<string>
}

function readTables(): typeof tables {
  const ofCountry = new Map<string, ReadonlySet<string>>()
  const all = new Set<string>(EVERYWHERE)
  const international = new Set<string>()
  for (const line of EMERGENCY_NUMBERS_OF_COUNTRIES.trim().split('\n')) {
    const [countries = '', ...numbers] = line.split(' ')
    for (const number of numbers) all.add(number)
    for (const country of countries.split(',')) {
      ofCountry.set(country, new Set(numbers))
      if (!isSupportedCountry(country)) continue
      for (const number of numbers) international.add(`+${getCountryCallingCode(country)}${number}`)
    }
  }
  return { ofCountry, all, international }
}

/**
 * Whether these digits, dialed in this country, reach an emergency or crisis service, also after the digit for an outside line.
 * `anywhere`: in some country. `unknown`: only numbers with no other use, for digits meant for one PBX.
 */
export function isEmergencyNumber(digits: string, country: CountryCode | 'anywhere' | 'unknown'): boolean {
  if (isListed(digits, country)) return true
  const inside = digits.replace(OUTSIDE_LINE, '')
  return inside !== digits && isListed(inside, country === 'anywhere' ? 'unknown' : country)
}

function isListed(digits: string, country: CountryCode | 'anywhere' | 'unknown'): boolean {
  tables ??= readTables()
  if (EVERYWHERE.has(digits) || HARMONISED.test(digits)) return true
  if (country === 'unknown') return false
  if (country === 'anywhere') return tables.all.has(digits) || NORTH_AMERICAN.test(digits)
  if (tables.ofCountry.get(country)?.has(digits)) return true
  return getCountryCallingCode(country) === NORTH_AMERICA && NORTH_AMERICAN.test(digits)
}

/** `+27 10111` is a possible number; it rings the police of South Africa. */
export function isEmergencyNumberAbroad(number: string): boolean {
  tables ??= readTables()
  return tables.international.has(number)
}
