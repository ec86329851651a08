import type {Bench, Section} from '../../source/ui/bench/section.ts';

export type Fruit = {readonly name: string; readonly colour: string};

export const fruits: readonly Fruit[] = [
	{name: 'apple', colour: 'red'},
	{name: 'banana', colour: 'yellow'},
	{name: 'cherry', colour: 'red'},
];

/** A part of the workbench that is about nothing. */
export const fruitSection = (
	bench: Bench,
	items: () => readonly Fruit[] = () => fruits,
	acted: string[] = [],
): Section<Fruit> => ({
	name: 'servers',
	title: 'Fruits',
	summary: () => `${items().length} fruits`,
	items,
	idOf: ({name}) => name,
	rowOf: ({name, colour}) => ({label: name, note: colour, mark: {text: '●', tone: 'good'}}),
	textOf: ({name, colour}) => `${name} ${colour}`,
	emptyLines: () => ['No fruit yet.'],
	tabs: ({name, colour}) => [
		{name: 'Overview', body: {type: 'lines', lines: () => [{text: `${name} is ${colour}`}]}},
		{name: 'Facts', body: {type: 'json', value: {name, colour}}},
		{
			name: 'Story',
			what: 'the story',
			body: {type: 'text', text: Array.from({length: 60}, (_, line) => `line ${line}`).join('\n')},
		},
	],
	bindings: [
		{keys: ['e'], intent: 'eat', help: 'eat it', hint: 'eat'},
		{keys: ['r'], intent: 'rename', help: 'rename it', hint: 'rename'},
		{keys: ['c'], intent: 'choose', help: 'choose some', hint: 'choose'},
	],
	act(intent, item) {
		switch (intent) {
			case 'eat':
				bench.confirm(`Eat ${item?.name}?`, () => acted.push(`ate ${item?.name}`));
				return true;
			case 'rename':
				bench.prompt({
					label: 'new name: ',
					problem: text => (text === '' ? 'it needs one' : undefined),
					run: text => acted.push(`renamed ${item?.name} to ${text}`),
				});
				return true;
			case 'choose':
				bench.choose({
					title: 'Which?',
					choices: fruits.map(({name}) => ({label: name, value: name})),
					chosen: ['banana'],
					run: values => acted.push(`chose ${values.join(' and ')}`),
				});
				return true;
			default:
				return false;
		}
	},
});
