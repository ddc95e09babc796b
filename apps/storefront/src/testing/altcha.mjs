/** The widget without its work: ticking its box is a solved captcha. */
globalThis.$altcha = { algorithms: new Map() };

customElements.define(
  'altcha-widget',
  class extends HTMLElement {
    connectedCallback() {
      const box = this.appendChild(Object.assign(document.createElement('input'), { type: 'checkbox', required: true }));
      box.setAttribute('aria-label', "I'm not a robot");
      box.addEventListener('change', () => {
        const detail = box.checked ? { state: 'verified', payload: 'solved' } : { state: 'unverified', payload: null };
        this.dispatchEvent(new CustomEvent('statechange', { detail }));
      });
    }
  },
);
