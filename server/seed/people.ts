/** The forty people of the demo. None of them exists; `.example` is a reserved domain. */

interface DemoPerson {
  /** Also the local part of the email. */
  key: string;
  fullName: string;
  bio: string;
}

const PEOPLE = {
  elin: [
    'Elin Sjöberg',
    'Mends wooden boats and the people who bought them. Harbour, third shed from the crane.',
  ],
  mateo: [
    'Mateo Ibarra',
    'Baker, up before the gulls. Cello in the evenings, when the dough is asleep.',
  ],
  amina: ['Amina Diallo', 'I count seals for a living. Ask me about seals.'],
  kenji: [
    '渡辺 健二',
    '鉄道で旅をしています。Slow trains, long notes, too many photographs. Sorry in advance.',
  ],
  priya: [
    'Priya Raghunathan',
    'Paediatric nurse, nights. If I answer at 4 a.m., it is because I am awake, not because you woke me.',
  ],
  leila: [
    'Leïla Ben Youssef',
    'Traductrice. Je cherche le mot juste depuis 2009, il ne doit plus être loin.',
  ],
  seun: ['Oluwaseun Adeyemi', 'Bridges, mostly. Occasionally tunnels. Seun is fine.'],
  olha: ['Ольга Кравець', 'Ілюстраторка. Малюю котів, які не просили.'],
  yael: ['יעל ברק', 'מלמדת מתמטיקה, אופה חלות, מפסידה בשש־בש.'],
  sara: ['سارة الخطيب', 'مهندسة معمارية. أحب النوافذ أكثر من الجدران.'],
  juergen: [
    'Jürgen Weißhaupt',
    'Retired from the Elbe ferries. Now crewing an allotment, which is harder.',
  ],
  grace: [
    'Grace Okonkwo-Hughes',
    'Choir on Tuesdays, chaos on the other days. Mother of twins, referee of everything.',
  ],
  seoyeon: ['김서연', '도예가. 그릇보다 실패작이 더 많습니다. Studio open on Saturdays.'],
  jiahui: ['林佳慧', '白天寫程式，晚上寫書法。兩邊都常常寫錯。'],
  eleni: ['Ελένη Παππά', 'Φαρμακοποιός στη γειτονιά. Ρωτήστε με για βότανα, όχι για ποδόσφαιρο.'],
  siobhan: ['Siobhán Ní Dhomhnaill', 'Fiddle player. Yes, I take requests. No, not that one.'],
  ingrid: [
    'Ingrid-Margarethe Solberg-Andreassen',
    'The name does not fit on forms either. Geologist; thinks in millions of years, late by minutes.',
  ],
  aniket: [
    'अनिकेत जोशी',
    'चाय, क्रिकेट, और पुरानी घड़ियाँ। I repair watches that other people have given up on.',
  ],
  thandi: ['Thandiwe Mokoena', 'Radio producer. I hear you are a good listener. So am I.'],
  tomasz: ['Tomasz Wiśniewski', 'Bicycles. Three of them work.'],
  thordis: ['Þórdís Helgadóttir', 'Weather person. It is not my fault.'],
  minhanh: [
    'Nguyễn Thị Minh Anh',
    'Cooking my grandmother’s recipes one by one. Currently at number 31 of “about two hundred”.',
  ],
  joao: ['João Pedro Carvalho', 'Surf de manhã, contabilidade à tarde. A ordem é importante.'],
  nino: ['ნინო გელაშვილი', 'ბიბლიოთეკარი. I will remember your overdue book kindly.'],
  dariush: ['داریوش فراهانی', 'معلم ادبیات. حافظ می‌خوانم و چای می‌ریزم.'],
  zeynep: ['Zeynep Yıldız', 'Astronomer. Please turn off your porch light.'],
  ruth: [
    'Ruth Abramson',
    'Eighty-three and online. My grandson set this up. Write in whole sentences, please.',
  ],
  harpreet: ['Harpreet Singh Gill', 'Long-distance lorries, short-distance jokes.'],
  sione: ['Sione Faleafa', 'PE teacher and rugby dad. Loud voice, soft heart, terrible knees.'],
  shandiin: ['Shandiin Begay', 'Weaver. Every pattern has one thread going out on purpose.'],
  luca: ['Luca Ferrante', 'Luthier’s apprentice, year two of “it takes about ten”.'],
  kavitha: ['கவிதா முருகன்', 'பரதநாட்டியம் ஆசிரியர். My knees count in eights.'],
  hanna: ['Hanna Virtanen', 'Sauna, silence, spreadsheets.'],
  beatriz: [
    'Beatriz Quispe Mamani',
    'Tejo, camino y canto. 3 800 metros sobre el nivel del correo electrónico.',
  ],
  selam: ['ሰላም ተስፋዬ', 'ቡና፣ መጻሕፍት፣ ረጅም የእግር ጉዞ። Coffee roaster; I will ask how you brew it.'],
  bo: ['Bo Li', 'Short name, long walks.'],
  marguerite: [
    'Marguerite Delacroix',
    'Ancienne institutrice. Je corrige encore, mais en silence.\nJardin ouvert le dimanche.',
  ],
  thanakorn: ['ธนกร ศรีสุข', 'ครูสอนว่ายน้ำ ชอบก๋วยเตี๋ยวเรือ'],
  nkechi: [
    'Nkechi Eze',
    'Small-claims lawyer. I also claim small things: the window seat, the last dumpling.',
  ],
  fatima: [
    'Fatima Zahra El Amrani',
    'Optician by day, rooftop gardener by evening. The tomatoes can see very well.',
  ],
} as const satisfies Record<string, readonly [fullName: string, bio: string]>;

export type PersonKey = keyof typeof PEOPLE;

export const DEMO_PEOPLE: readonly (DemoPerson & { key: PersonKey })[] = keysOf(PEOPLE).map(
  (key) => {
    const [fullName, bio] = PEOPLE[key];
    return { key, fullName, bio };
  },
);

/** People whose login is printed; all have the same password. */
export const SIGN_INS = ['elin', 'mateo'] as const satisfies readonly PersonKey[];
export const DEMO_PASSWORD = 'duet-demo';

export const emailOf = (key: string): string => `${key}@duet.example`;

function keysOf<Key extends string>(record: Record<Key, unknown>): Key[] {
  const isKey = (key: string): key is Key => key in record;
  return Object.keys(record).filter(isKey);
}
