/** The theme's first and only script: every part enhances markup that works without it. */
import { closeBanner } from './close-banner.ts';
import { closeMenus } from './close-menus.ts';
import { completeQuestions } from './complete-questions.ts';
import { copyOnClick } from './copy-on-click.ts';
import { defineTabs } from './define-tabs.ts';
import { filterUpdates } from './filter-updates.ts';
import { foldCode } from './fold-code.ts';
import { followHash } from './follow-hash.ts';
import { followScroll } from './follow-scroll.ts';
import { openDrawer } from './open-drawer.ts';
import { openSearchOnDemand } from './open-search.ts';
import { switchTheme } from './switch-theme.ts';
import { switchView } from './switch-view.ts';

defineTabs();
switchTheme();
openDrawer();
closeMenus();
openSearchOnDemand();
copyOnClick();
foldCode();
switchView();
filterUpdates();
followScroll();
followHash();
closeBanner();
completeQuestions();
