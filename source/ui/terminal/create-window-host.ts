import type {WindowHost} from '../window-host.ts';

export const createWindowHost = (): WindowHost => ({
	openScreen: async () => undefined,
	editText: async () => ({type: 'unchanged'}),
	copy: () => '',
	suspend: () => undefined,
	redraw: () => undefined,
});
