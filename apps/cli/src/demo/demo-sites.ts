import { keeper, type DemoSite, type Person } from './agency.ts';

const admin: Person = { id: 1, name: 'admin', role: 'administrator' };
const editor = (name: string, id = 3): Person => ({ id, name, role: 'editor' });
const author = (name: string, id: number): Person => ({ id, name, role: 'author' });
const manager = (name: string, id: number): Person => ({ id, name, role: 'shop manager' });

const pages = ['Home', 'About us', 'Contact', 'Opening hours', 'Privacy policy'];

type Facts = Omit<DemoSite, 'name' | 'domain' | 'titles'>;

// The .test domain is reserved and not unique across accounts (rulings §4.1), so no other account
// can block one of these names.
const site = (name: string, domain: string, facts: Facts, titles: string[]): DemoSite => ({
  name,
  domain: `${domain}.test`,
  ...facts,
  titles: [...pages, ...titles],
});

const shops = { group: 'demo-shops', trade: 'shop' } as const;
const locals = { group: 'demo-local', trade: 'local' } as const;
const communities = { group: 'demo-communities', trade: 'community' } as const;

/** 14 sites: five shops, four local businesses, four clubs, and the agency's own. */
export const demoSites: readonly DemoSite[] = [
  site(
    'Harbour Bakery',
    'harbour-bakery',
    {
      ...shops,
      size: 16,
      zone: 1,
      people: [admin, keeper, editor('ines'), manager('tom', 4), manager('shop', 5)],
      goods: ['Rye loaf', 'Cardamom buns', 'Birthday cake', 'Sourdough starter', 'Gift card', 'Baking course'],
    },
    ['Our new oven', 'Christmas orders are open', 'Where our flour comes from', 'Sunday opening', 'Bread club'],
  ),
  site(
    'Copper Kettle Coffee',
    'copper-kettle-coffee',
    {
      ...shops,
      size: 14,
      zone: 0,
      people: [admin, keeper, editor('maya'), manager('ravi', 4), author('writer', 6)],
      goods: ['House blend 250 g', 'Decaf 250 g', 'Filter papers', 'Copper kettle', 'Subscription, monthly', 'Mug'],
    },
    ['How to brew by hand', 'Meet the roaster', 'Spring menu', 'A new grinder', 'Cupping evening'],
  ),
  site(
    'Fernhill Garden Centre',
    'fernhill-garden',
    {
      ...shops,
      size: 13,
      zone: 0,
      people: [admin, keeper, editor('rose'), manager('orders', 4), author('george', 5)],
      goods: ['Lavender, 3 litre', 'Peat-free compost', 'Apple tree', 'Hand trowel', 'Bird feeder', 'Seed box'],
    },
    ['Planting in May', 'Wildlife-friendly hedges', 'Tool care', 'Plant of the month', 'Delivery areas'],
  ),
  site(
    'Northgate Cycles',
    'northgate-cycles',
    {
      ...shops,
      size: 10,
      zone: 1,
      people: [admin, keeper, editor('lena'), manager('jonas', 4)],
      goods: ['City bike', 'Gravel bike', 'Inner tube 28"', 'Bike light set', 'Service, small', 'Service, large'],
    },
    ['Winter service offer', 'Bike leasing explained', 'Sunday ride', 'Test rides', 'We are hiring'],
  ),
  site(
    'Paper & Pine',
    'paper-and-pine',
    {
      ...shops,
      size: 9,
      zone: -5,
      people: [admin, keeper, editor('nora'), manager('store', 4)],
      goods: ['Dotted notebook', 'Fountain pen', 'Ink, forest green', 'Letter paper', 'Desk calendar', 'Pencil case'],
    },
    ['Letter writing week', 'Refill your ink', 'New calendars', 'Wrapping service', 'Our printer'],
  ),
  site(
    'Meadow Dental',
    'meadow-dental',
    {
      ...locals,
      size: 9,
      zone: 0,
      people: [admin, keeper, editor('frontdesk'), author('hana', 5)],
      goods: ['Appointment request', 'New patient form', 'Feedback form'],
    },
    ['Emergency service', 'Dental hygiene for children', 'Holiday closing', 'Our new scanner', 'Costs and cover'],
  ),
  site(
    'Riverside Physio',
    'riverside-physio',
    {
      ...locals,
      size: 8,
      zone: 1,
      people: [admin, keeper, editor('paul'), author('reception', 5)],
      goods: ['Appointment request', 'Course registration', 'Callback form'],
    },
    ['Back school in autumn', 'Prices', 'After your surgery', 'Meet the team', 'Parking at the river'],
  ),
  site(
    'Oakview Vets',
    'oakview-vets',
    {
      ...locals,
      size: 10,
      zone: 0,
      people: [admin, keeper, editor('sam'), author('nurse', 5), author('olive', 6)],
      goods: ['Appointment request', 'Register your pet', 'Repeat prescription'],
    },
    ['Vaccination month', 'Fireworks and pets', 'Puppy class', 'Out of hours', 'Tick season'],
  ),
  site(
    'Café Zwölf',
    'cafe-zwoelf',
    {
      ...locals,
      size: 8,
      zone: 1,
      people: [admin, keeper, editor('küche'), author('emil', 5)],
      goods: ['Tischreservierung', 'Catering-Anfrage', 'Gutschein bestellen'],
    },
    ['Mittagskarte', 'Öffnungszeiten an Feiertagen', 'Frühstück am Sonntag', 'Neue Terrasse', 'Wir suchen Verstärkung'],
  ),
  site(
    'Tideway Rowing Club',
    'tideway-rowing',
    {
      ...communities,
      size: 9,
      zone: 0,
      people: [admin, keeper, editor('secretary'), author('coach', 5), author('bea', 6)],
      goods: ['Full membership', 'Junior membership', 'Learn to row'],
    },
    ['Regatta results', 'Boathouse working day', 'Winter training', 'Safety on the water', 'Annual meeting'],
  ),
  site(
    'Open Field School',
    'open-field-school',
    {
      ...communities,
      size: 12,
      zone: 1,
      people: [admin, keeper, editor('office'), author('teacher', 5), author('mila', 6)],
      goods: ['Soil and seeds', 'Bees for beginners', 'Orchard year'],
    },
    ['Term dates', 'Field day', 'What to bring', 'Scholarships', 'Our teachers'],
  ),
  site(
    'Quiet Room Yoga',
    'quiet-room-yoga',
    {
      ...communities,
      size: 8,
      zone: -5,
      people: [admin, keeper, editor('jun'), author('studio', 5)],
      goods: ['Monthly pass', 'Ten classes', 'Morning course'],
    },
    ['New timetable', 'Beginners week', 'Retreat in June', 'Studio rules', 'Online classes'],
  ),
  site(
    'Hilltop Choir',
    'hilltop-choir',
    {
      ...communities,
      size: 7,
      zone: 0,
      people: [admin, keeper, editor('clara'), author('notes', 5)],
      goods: ['Active membership', 'Supporter', 'Voice training'],
    },
    ['Summer concert', 'Rehearsal plan', 'Tenors wanted', 'Choir weekend', 'Recordings'],
  ),
  site(
    'Bright Lane Studio',
    'bright-lane-studio',
    {
      group: null,
      trade: 'local',
      size: 8,
      zone: 1,
      people: [admin, keeper, editor('studio'), author('kim', 5)],
      goods: ['Project inquiry', 'Newsletter', 'Job application'],
    },
    ['Case study: a bakery', 'We care for your site', 'Updates every month', 'Our stack', 'Come and work with us'],
  ),
];
