import type {PanelPicture, PanelRoom} from '../frame/panel.ts';
import type {SetupView} from './setup-view.ts';

export const setupLines = (_setup: SetupView, _room: PanelRoom): PanelPicture => ({lines: []});
