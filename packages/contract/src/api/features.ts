import * as assistant from '../assistant/index.ts';
import * as calendar from '../calendar/index.ts';
import * as content from '../content/index.ts';
import * as customers from '../customers/index.ts';
import * as daySheet from '../day-sheet/index.ts';
import * as devices from '../devices/index.ts';
import * as files from '../files/index.ts';
import * as history from '../history/index.ts';
import * as imports from '../imports/index.ts';
import * as keptDays from '../kept-days/index.ts';
import * as links from '../links/index.ts';
import * as knowledge from '../knowledge/index.ts';
import * as notifications from '../notifications/index.ts';
import * as popups from '../popups/index.ts';
import * as presence from '../presence/index.ts';
import * as preview from '../preview/index.ts';
import * as promoThresholds from '../promo-thresholds/index.ts';
import * as search from '../search/index.ts';
import * as segments from '../segments/index.ts';
import * as session from '../session/index.ts';
import * as settings from '../settings/index.ts';
import * as storeGroups from '../store-groups/index.ts';
import * as stores from '../stores/index.ts';
import * as system from '../system/index.ts';
import * as tradingDays from '../trading-days/index.ts';

const feature = <Exports>(name: string, description: string, exports: Exports) => ({ name, description, exports });

/**
 * Every feature that has routes, in the order in which the description of an API shows them. A new folder of the contract is named here: names of
 * operations and schemas, and the types by which the back-office calls, follow from it.
 */
export const features = [
  feature('Notifications', 'Sending push notifications and following their delivery.', notifications),
  feature('Devices', 'The phones: registration, settings, inbox and what was read.', devices),
  feature('Content', 'Leaflets, coupons and the other content of the app, and who sees it.', content),
  feature('Calendar', 'The plan at a glance: what is sent and published on which days.', calendar),
  feature('Kept days', 'Days that head office keeps free for itself.', keptDays),
  feature('Stores', 'Stores, and how many phones subscribe to each.', stores),
  feature('Store groups', 'Named sets of stores, which audiences are built of.', storeGroups),
  feature('Trading days', 'When stores are open, by their hours and by the law.', tradingDays),
  feature('Links', 'Who would land on nothing by links to content, and what mends it.', links),
  feature('Day sheets', 'What is valid in a store on a day, and codes that do not scan there.', daySheet),
  feature('Search', 'Items that can be opened, found by name.', search),
  feature('Segments', 'Groups of customers; they come from an import.', segments),
  feature('Promo thresholds', 'Thresholds that coupons choose from; they come from an import.', promoThresholds),
  feature('Popups', 'Messages that the app shows a number of times.', popups),
  feature('Knowledge', 'What the assistant knows.', knowledge),
  feature('Assistant', 'Conversations of customers with the assistant.', assistant),
  feature('Customers', 'What is kept about a customer, and its end.', customers),
  feature('Settings', 'The settings of the app, with the loyalty campaign.', settings),
  feature('Files', 'Images and documents that other entities refer to.', files),
  feature('Imports', 'Lists that other systems send.', imports),
  feature('History', 'Who changed what, and what it was before.', history),
  feature('Preview', 'The app as a customer sees it, at any instant.', preview),
  feature('Presence', 'Who has the same item open.', presence),
  feature('System', 'Whether the processes, the database and the upkeep are well.', system),
  feature('Session', 'The signed-in person: rights, store, sign-in and sign-out.', session),
] as const;
