import type {App} from '../../app/app.ts';
import {sanitiseLine} from '../../support/sanitise.ts';

export type AskWatch = {
	/** Who asks something that waits behind this window. */
	readonly name: () => string | undefined;
	readonly stop: () => void;
};

/** Watches the questions that wait. Those that it does not tell of are known to whoever opened the window. */
export const watchAsks = (
	app: Pick<App, 'getState' | 'subscribe'>,
	isKnown: (askId: string) => boolean,
	onChange: () => void,
): AskWatch => {
	const name = (): string | undefined => {
		const ask = app.getState().asks.find(({askId}) => !isKnown(askId));
		return ask && ('server' in ask ? sanitiseLine(ask.server) : 'mcp-tui');
	};
	let shown = name();
	const stop = app.subscribe(() => {
		const now = name();
		if (now !== shown) {
			shown = now;
			onChange();
		}
	});
	return {name, stop};
};
