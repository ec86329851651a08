import type {PanelPicture, PanelRoom} from '../frame/panel.ts';
import type {PickView} from './pick-view.ts';

export const pickLines = (pick: PickView, {height}: PanelRoom): PanelPicture => ({
	lines: pick.items.slice(0, height).map(({label}) => label),
});
