import type {ProviderOffer} from '../../domain/model-ports.ts';
import {createSecret} from '../../domain/secret.ts';
import type {SetupProvider} from '../../domain/setup.ts';
import {emptyBuffer} from '../input/text-buffer.ts';
import {createServerPages} from './server-pages.ts';
import {type PagesDeps, type SetupPage, wordsOf} from './setup-page.ts';
import type {SetupChoice} from './setup-view.ts';

/** Fewer than these are shown at first; the rest is one choice further. */
const shownProviders = 2;

const providerChoice = ({name, title, keyVariable}: SetupProvider): SetupChoice => ({
	id: `provider ${name}`,
	label: title,
	detail: keyVariable === undefined ? 'with a key of yours' : `${keyVariable} is set`,
});

const localChoice = ({name, title}: ProviderOffer): SetupChoice => ({
	id: `local ${name}`,
	label: title,
	detail: 'runs on this machine, needs no key',
});

const tourChoice: SetupChoice = {
	id: 'tour',
	label: 'The tour',
	detail: 'three minutes, real tools; no key, no network',
};

const moreChoice: SetupChoice = {
	id: 'more',
	label: 'Another provider',
	detail: 'that speaks a known protocol',
};

const later = 'Nothing has changed: /setup opens this again, /model shows what can be used.';

/** The pages that end with a model. */
export const createSetupPages = (deps: PagesDeps) => {
	const {setup, turnTo, change, end} = deps;
	const servers = createServerPages(deps);

	/** A page that waits. Going back leaves it, and what comes later is nobody's any more. */
	const wait = (title: string, onBack: () => void, run: (signal: AbortSignal) => Promise<() => void>): void =>
		turnTo({
			view: {type: 'waiting', title},
			onBack,
			onOpen(signal) {
				void run(signal).then(next => {
					if (!signal.aborted) {
						next();
					}
				});
			},
		});

	const takeModel = (id: string, back: () => void, news?: string): void =>
		wait(`Talking to ${id} from now on`, back, async signal => {
			const step = await setup.takeModel(id, signal);
			return step.type === 'done'
				? () => servers.open(id, news === undefined ? step.detail : `${news} ${step.detail}`)
				: () => begin(wordsOf(step.failure));
		});

	const chooseModel = (
		title: string,
		models: readonly string[],
		preferred: string | undefined,
		news: string | undefined,
	): void => {
		const [first = ''] = models;
		const chosen = preferred !== undefined && models.includes(preferred) ? preferred : first;
		if (models.length === 1) {
			takeModel(chosen, () => begin(), news);
			return;
		}
		const sorted = [chosen, ...models.filter(id => id !== chosen)];
		turnTo({
			view: {
				type: 'list',
				title: `Which model of ${title}?`,
				...(news === undefined ? {} : {news}),
				choices: sorted.map(id => ({
					id,
					label: id.slice(id.indexOf('/') + 1),
					...(id === preferred ? {detail: 'a good start'} : {}),
				})),
				highlight: chosen,
				filter: emptyBuffer,
			},
			onTake: id => takeModel(id, () => chooseModel(title, models, preferred, news), news),
			onBack: () => begin(),
		});
	};

	/** `onFailure` is where the user can do something about it. */
	const listModels = (
		{name, title}: Pick<SetupProvider, 'name' | 'title'>,
		news: string | undefined,
		onFailure: (problem: string) => void,
	): void =>
		wait(
			`Asking ${title} for its models`,
			() => begin(),
			async signal => {
				const list = await setup.models(name, signal);
				if (list.type === 'failed') {
					return () => onFailure(wordsOf(list.failure));
				}
				return list.models.length === 0
					? () => onFailure(`${title} lists no model. Load one there, then try again.`)
					: () => chooseModel(title, list.models, list.preferred, news);
			},
		);

	/** `isKept` is true where the key was kept, and could not be tried. */
	const askKey = (provider: SetupProvider, back: () => void, problem?: string, isKept = false): void => {
		const list = (news?: string): void =>
			listModels(provider, news, trouble => askKey(provider, back, trouble, true));
		turnTo({
			view: {
				type: 'field',
				title: `Your key for ${provider.title}`,
				about: [
					'Paste it here. It is shown as dots and kept in the keychain of your system, never in a file of plain text.',
				],
				...(problem === undefined ? {} : {problem}),
				text: emptyBuffer,
				isSecret: true,
				placeholder: isKept ? 'another key, or enter to try this one again' : 'the key, typed unseen',
			},
			takesNothing: isKept,
			onBack: back,
			onTake(typed) {
				if (typed === '') {
					list();
					return;
				}
				const key = createSecret(typed);
				wait(
					'Keeping the key',
					() => askKey(provider, back),
					async signal => {
						const step = await setup.keepKey(provider.name, key, signal);
						return step.type === 'failed'
							? () => askKey(provider, back, wordsOf(step.failure))
							: () => list(step.detail);
					},
				);
			},
		});
	};

	const chooseProvider = (provider: SetupProvider, back: () => void): void =>
		wait(`Looking for your key for ${provider.title}`, back, async signal => {
			const hasKey = await setup.hasKey(provider.name, signal);
			return hasKey
				? () => listModels(provider, undefined, trouble => askKey(provider, back, trouble, true))
				: () => askKey(provider, back);
		});

	const take = (id: string, locals: readonly ProviderOffer[], back: () => void): void => {
		const [kind, name = ''] = id.split(' ', 2);
		const provider = setup.providers.find(each => each.name === name);
		const local = locals.find(each => each.name === name);
		if (kind === 'tour') {
			deps.beginTour();
		} else if (kind === 'more') {
			showAll();
		} else if (kind === 'local' && local !== undefined) {
			listModels(local, undefined, trouble => begin(trouble, id));
		} else if (provider !== undefined) {
			chooseProvider(provider, back);
		}
	};

	const showAll = (highlight?: string): void => {
		const choices = setup.providers.map(providerChoice);
		turnTo({
			view: {
				type: 'list',
				title: 'Which provider?',
				about: [
					'Any other server that speaks the protocol of OpenAI works with a line in the configuration.',
				],
				choices,
				highlight: highlight ?? choices[0]?.id ?? '',
				filter: emptyBuffer,
			},
			onTake: id => take(id, [], () => showAll(id)),
			onBack: () => begin(),
		});
	};

	/** The first page. What runs on this machine joins it when it has answered. */
	function begin(problem?: string, highlight?: string): void {
		let locals: readonly ProviderOffer[] = [];
		const ready = setup.providers.filter(({keyVariable}) => keyVariable !== undefined);
		const usual = setup.providers
			.filter(({keyVariable}) => keyVariable === undefined)
			.slice(0, shownProviders);
		const shown = [...ready, ...usual];
		const choices = (): readonly SetupChoice[] => [
			...(deps.hasTour() ? [tourChoice] : []),
			...locals.map(localChoice),
			...shown.map(providerChoice),
			...(shown.length < setup.providers.length ? [moreChoice] : []),
		];
		const page: SetupPage = {
			view: {
				type: 'list',
				title: 'Which model do you want to talk to?',
				about: ['You can change this at any time with /model.'],
				...(problem === undefined ? {} : {problem}),
				choices: choices(),
				highlight: highlight ?? choices()[0]?.id ?? '',
			},
			onOpen(signal) {
				void setup.localProviders(signal).then(found => {
					if (found.length > 0) {
						locals = found;
						change(page, view => (view.type === 'list' ? {...view, choices: choices()} : view));
					}
				});
			},
			onTake: id => take(id, locals, () => begin(undefined, id)),
			onBack: () => end(later),
		};
		turnTo(page);
	}

	return {begin: () => begin()};
};
