/** Every class is called by its own name. */
export default new Proxy({}, { get: (_classes, name) => String(name) });
