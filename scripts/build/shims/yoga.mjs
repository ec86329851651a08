// Emscripten's own loader is asynchronous and decodes the binary with fetch('data:'), which loads all of
// undici (about 50 ms). Everything below happens at once, so that Ink can import Yoga without await.
export const instantiateYoga = (load, bytes) => {
	const library = {
		instantiateWasm(imports, receive) {
			receive(new WebAssembly.Instance(new WebAssembly.Module(bytes), imports));
			return {};
		},
	};
	load(library);
	if (typeof library.Node !== 'function') throw new Error('Yoga did not start synchronously');
	return library;
};
