/** A user of a site. `id` is the user's id in the CMS. */
export type Person = { id: number; name: string; role: 'administrator' | 'editor' | 'author' | 'shop manager' };

/** The kind of business of a site, which decides what happens on it. */
export type Trade = 'shop' | 'local' | 'community';

export type DemoSite = {
  domain: string;
  name: string;
  /** The external_ref of its group; null for the agency's own site. */
  group: string | null;
  trade: Trade;
  /** How busy the site is; 10 is normal. */
  size: number;
  /** Hours ahead of UTC. */
  zone: number;
  people: readonly Person[];
  /** Titles of posts and pages; a title's index gives its post id. */
  titles: readonly string[];
  /** Products, courses or forms. */
  goods: readonly string[];
};

export const demoEmail = 'demo@example.com';
/** The name that people see in place of the e-mail. */
export const demoName = 'Agency North';
export const demoPlan = 'agency';

export const demoGroups = [
  { ref: 'demo-shops', name: 'Shops' },
  { ref: 'demo-local', name: 'Local businesses' },
  { ref: 'demo-communities', name: 'Clubs and courses' },
] as const;

/** The agency's user, which maintains every site. */
export const keeper: Person = { id: 2, name: 'agency', role: 'administrator' };

const admin: Person = { id: 1, name: 'admin', role: 'administrator' };
const pages = ['Home', 'About us', 'Contact', 'Opening hours', 'Privacy policy'];
const kinds = {
  shops: { group: 'demo-shops', trade: 'shop' },
  locals: { group: 'demo-local', trade: 'local' },
  communities: { group: 'demo-communities', trade: 'community' },
  own: { group: null, trade: 'local' },
} as const;

type SiteFacts = { domain: string; kind: keyof typeof kinds; size: number; zone: number };

/**
 * `people` are names with a role and an id, `goods` and `titles` are separated by semicolons. The
 * .test domain is reserved and not unique across accounts (rulings §4.1), so no other account can
 * block one of these names.
 */
function site(
  name: string,
  { domain, kind, ...facts }: SiteFacts,
  people: string,
  goods: string,
  titles: string,
): DemoSite {
  const own = people.split(', ').map((text): Person => {
    const [user = '', role, id] = text.split(' ');
    return {
      id: Number(id),
      name: user,
      role: role === 'manager' ? 'shop manager' : role === 'author' ? 'author' : 'editor',
    };
  });
  return {
    name,
    domain: `${domain}.test`,
    ...kinds[kind],
    ...facts,
    people: [admin, keeper, ...own],
    goods: goods.split('; '),
    titles: [...pages, ...titles.split('; ')],
  };
}

/** 14 sites: five shops, four local businesses, four clubs, and the agency's own. */
export const demoSites: readonly DemoSite[] = [
  site(
    'Harbour Bakery',
    { domain: 'harbour-bakery', kind: 'shops', size: 16, zone: 1 },
    'ines editor 3, tom manager 4, shop manager 5',
    'Rye loaf; Cardamom buns; Birthday cake; Sourdough starter; Gift card; Baking course',
    'Our new oven; Christmas orders are open; Where our flour comes from; Sunday opening; Bread club',
  ),
  site(
    'Copper Kettle Coffee',
    { domain: 'copper-kettle-coffee', kind: 'shops', size: 14, zone: 0 },
    'maya editor 3, ravi manager 4, writer author 6',
    'House blend 250 g; Decaf 250 g; Filter papers; Copper kettle; Subscription, monthly; Mug',
    'How to brew by hand; Meet the roaster; Spring menu; A new grinder; Cupping evening',
  ),
  site(
    'Fernhill Garden Centre',
    { domain: 'fernhill-garden', kind: 'shops', size: 13, zone: 0 },
    'rose editor 3, orders manager 4, george author 5',
    'Lavender, 3 litre; Peat-free compost; Apple tree; Hand trowel; Bird feeder; Seed box',
    'Planting in May; Wildlife-friendly hedges; Tool care; Plant of the month; Delivery areas',
  ),
  site(
    'Northgate Cycles',
    { domain: 'northgate-cycles', kind: 'shops', size: 10, zone: 1 },
    'lena editor 3, jonas manager 4',
    'City bike; Gravel bike; Inner tube 28"; Bike light set; Service, small; Service, large',
    'Winter service offer; Bike leasing explained; Sunday ride; Test rides; We are hiring',
  ),
  site(
    'Paper & Pine',
    { domain: 'paper-and-pine', kind: 'shops', size: 9, zone: -5 },
    'nora editor 3, store manager 4',
    'Dotted notebook; Fountain pen; Ink, forest green; Letter paper; Desk calendar; Pencil case',
    'Letter writing week; Refill your ink; New calendars; Wrapping service; Our printer',
  ),
  site(
    'Meadow Dental',
    { domain: 'meadow-dental', kind: 'locals', size: 9, zone: 0 },
    'frontdesk editor 3, hana author 5',
    'Appointment request; New patient form; Feedback form',
    'Emergency service; Dental hygiene for children; Holiday closing; Our new scanner; Costs and cover',
  ),
  site(
    'Riverside Physio',
    { domain: 'riverside-physio', kind: 'locals', size: 8, zone: 1 },
    'paul editor 3, reception author 5',
    'Appointment request; Course registration; Callback form',
    'Back school in autumn; Prices; After your surgery; Meet the team; Parking at the river',
  ),
  site(
    'Oakview Vets',
    { domain: 'oakview-vets', kind: 'locals', size: 10, zone: 0 },
    'sam editor 3, nurse author 5, olive author 6',
    'Appointment request; Register your pet; Repeat prescription',
    'Vaccination month; Fireworks and pets; Puppy class; Out of hours; Tick season',
  ),
  site(
    'Café Zwölf',
    { domain: 'cafe-zwoelf', kind: 'locals', size: 8, zone: 1 },
    'küche editor 3, emil author 5',
    'Tischreservierung; Catering-Anfrage; Gutschein bestellen',
    'Mittagskarte; Öffnungszeiten an Feiertagen; Frühstück am Sonntag; Neue Terrasse; Wir suchen Verstärkung',
  ),
  site(
    'Tideway Rowing Club',
    { domain: 'tideway-rowing', kind: 'communities', size: 9, zone: 0 },
    'secretary editor 3, coach author 5, bea author 6',
    'Full membership; Junior membership; Learn to row',
    'Regatta results; Boathouse working day; Winter training; Safety on the water; Annual meeting',
  ),
  site(
    'Open Field School',
    { domain: 'open-field-school', kind: 'communities', size: 12, zone: 1 },
    'office editor 3, teacher author 5, mila author 6',
    'Soil and seeds; Bees for beginners; Orchard year',
    'Term dates; Field day; What to bring; Scholarships; Our teachers',
  ),
  site(
    'Quiet Room Yoga',
    { domain: 'quiet-room-yoga', kind: 'communities', size: 8, zone: -5 },
    'jun editor 3, studio author 5',
    'Monthly pass; Ten classes; Morning course',
    'New timetable; Beginners week; Retreat in June; Studio rules; Online classes',
  ),
  site(
    'Hilltop Choir',
    { domain: 'hilltop-choir', kind: 'communities', size: 7, zone: 0 },
    'clara editor 3, notes author 5',
    'Active membership; Supporter; Voice training',
    'Summer concert; Rehearsal plan; Tenors wanted; Choir weekend; Recordings',
  ),
  site(
    'Bright Lane Studio',
    { domain: 'bright-lane-studio', kind: 'own', size: 8, zone: 1 },
    'studio editor 3, kim author 5',
    'Project inquiry; Newsletter; Job application',
    'Case study: a bakery; We care for your site; Updates every month; Our stack; Come and work with us',
  ),
];
